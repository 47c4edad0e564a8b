package io.dowser.crawler.spark;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** What Parquet wants to hand values to, for readers who ask for values themselves. Stateless. */
final class NoConverter extends GroupConverter {

  private final GroupType type;

  NoConverter(GroupType type) {
    this.type = type;
  }

  @Override
  public Converter getConverter(int field) {
    Type child = type.getType(field);
    return child.isPrimitive() ? new PrimitiveConverter() {} : new NoConverter(child.asGroupType());
  }

  @Override
  public void start() {}

  @Override
  public void end() {}
}
