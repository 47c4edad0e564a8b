package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Writes rows of plain columns and lists of numbers to Parquet as Spark reads them. */
final class PartSchema extends WriteSupport<Object[]> {

  private static final DataType DOUBLES = DataTypes.createArrayType(DataTypes.DoubleType, false);

  private final StructType columns;
  private final String[] names;
  private @Nullable RecordConsumer out;

  PartSchema(StructType columns) {
    this.columns = columns;
    this.names = columns.fieldNames();
  }

  @Override
  @Deprecated
  public WriteContext init(Configuration configuration) {
    return init();
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return init();
  }

  private WriteContext init() {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (StructField column : columns.fields()) {
      message.addField(type(column));
    }
    MessageType type = message.named("row");
    return new WriteContext(type, Map.of());
  }

  private static org.apache.parquet.schema.Type type(StructField column) {
    Repetition repetition = column.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    DataType type = column.dataType();
    String name = column.name();
    if (type.equals(DataTypes.StringType)) {
      return Types.primitive(PrimitiveTypeName.BINARY, repetition)
          .as(LogicalTypeAnnotation.stringType())
          .named(name);
    }
    if (!isList(type)) {
      return Types.primitive(primitive(type), repetition).named(name);
    }
    return Types.list(repetition)
        .requiredElement(type.equals(DOUBLES) ? PrimitiveTypeName.DOUBLE : PrimitiveTypeName.INT32)
        .named(name);
  }

  private static boolean isList(DataType type) {
    return type instanceof org.apache.spark.sql.types.ArrayType;
  }

  private static PrimitiveTypeName primitive(DataType type) {
    if (type.equals(DataTypes.LongType)) {
      return PrimitiveTypeName.INT64;
    } else if (type.equals(DataTypes.IntegerType)) {
      return PrimitiveTypeName.INT32;
    } else if (type.equals(DataTypes.DoubleType)) {
      return PrimitiveTypeName.DOUBLE;
    } else if (type.equals(DataTypes.BooleanType)) {
      return PrimitiveTypeName.BOOLEAN;
    }
    return PrimitiveTypeName.BINARY;
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    out = consumer;
  }

  @Override
  public void write(Object[] cells) {
    RecordConsumer consumer = requireNonNull(out);
    consumer.startMessage();
    for (int i = 0; i < cells.length; i++) {
      Object cell = cells[i];
      if (cell != null) {
        consumer.startField(names[i], i);
        value(consumer, cell);
        consumer.endField(names[i], i);
      }
    }
    consumer.endMessage();
  }

  private static void value(RecordConsumer out, Object cell) {
    if (cell instanceof Long number) {
      out.addLong(number);
    } else if (cell instanceof Integer number) {
      out.addInteger(number);
    } else if (cell instanceof Double number) {
      out.addDouble(number);
    } else if (cell instanceof Boolean flag) {
      out.addBoolean(flag);
    } else if (cell instanceof String text) {
      out.addBinary(Binary.fromString(text));
    } else if (cell instanceof byte[] bytes) {
      out.addBinary(Binary.fromConstantByteArray(bytes));
    } else {
      list(out, cell);
    }
  }

  private static void list(RecordConsumer out, Object cell) {
    int size = cell instanceof double[] doubles ? doubles.length : ((int[]) cell).length;
    out.startGroup();
    if (size > 0) {
      out.startField("list", 0);
      for (int i = 0; i < size; i++) {
        out.startGroup();
        out.startField("element", 0);
        if (cell instanceof double[] doubles) {
          out.addDouble(doubles[i]);
        } else {
          out.addInteger(((int[]) cell)[i]);
        }
        out.endField("element", 0);
        out.endGroup();
      }
      out.endField("list", 0);
    }
    out.endGroup();
  }
}
