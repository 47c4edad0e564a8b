package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Rows of plain columns and lists of numbers, as Spark expects to find them in Parquet. */
final class PartSchema {

  static final DataType INTEGERS = DataTypes.createArrayType(DataTypes.IntegerType, false);

  /** Puts one value of a column. */
  @FunctionalInterface
  private interface Cell {

    void put(ColumnWriter out, Object value, int level);
  }

  private final MessageType type;
  private final List<Cell> cells = new ArrayList<>();
  private final int[] levels;

  PartSchema(StructType columns) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    levels = new int[columns.size()];
    for (StructField column : columns.fields()) {
      levels[cells.size()] = column.nullable() ? 1 : 0;
      message.addField(type(column));
      cells.add(cell(column.dataType()));
    }
    type = message.named("row");
  }

  MessageType type() {
    return type;
  }

  /** Puts a row into its columns, of which there is one for each cell. */
  void put(@Nullable Object[] row, ColumnWriter[] columns) {
    for (int i = 0; i < columns.length; i++) {
      Object value = row[i];
      if (value != null) {
        cells.get(i).put(columns[i], value, levels[i]);
      } else if (levels[i] == 0) {
        throw new IllegalArgumentException("column '" + type.getFieldName(i) + "' has no value");
      } else {
        columns[i].writeNull(0, 0);
      }
    }
  }

  private static Type type(StructField column) {
    Repetition repetition = column.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    DataType type = column.dataType();
    String name = column.name();
    if (type.equals(DataTypes.StringType)) {
      return Types.primitive(PrimitiveTypeName.BINARY, repetition)
          .as(LogicalTypeAnnotation.stringType())
          .named(name);
    }
    return type instanceof ArrayType list
        ? Types.list(repetition).requiredElement(primitive(list.elementType())).named(name)
        : Types.primitive(primitive(type), repetition).named(name);
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

  private static Cell cell(DataType type) {
    if (type instanceof ArrayType) {
      return type.equals(INTEGERS) ? PartSchema::putIntegers : PartSchema::putDoubles;
    }
    return switch (primitive(type)) {
      case INT64 -> (out, value, level) -> out.write((long) (Long) value, 0, level);
      case INT32 -> (out, value, level) -> out.write((int) (Integer) value, 0, level);
      case DOUBLE -> (out, value, level) -> out.write((double) (Double) value, 0, level);
      case BOOLEAN -> (out, value, level) -> out.write((boolean) (Boolean) value, 0, level);
      default -> (out, value, level) -> out.write(bytes(value), 0, level);
    };
  }

  private static Binary bytes(Object value) {
    if (value instanceof String text) {
      return Binary.fromConstantByteArray(text.getBytes(UTF_8));
    }
    return Binary.fromConstantByteArray(
        value instanceof UTF8String text ? text.getBytes() : (byte[]) value);
  }

  private static void putDoubles(ColumnWriter out, Object value, int level) {
    double[] list = (double[]) value;
    if (list.length == 0) {
      out.writeNull(0, level);
    }
    for (int i = 0; i < list.length; i++) {
      out.write(list[i], i == 0 ? 0 : 1, level + 1);
    }
  }

  private static void putIntegers(ColumnWriter out, Object value, int level) {
    int[] list = (int[]) value;
    if (list.length == 0) {
      out.writeNull(0, level);
    }
    for (int i = 0; i < list.length; i++) {
      out.write(list[i], i == 0 ? 0 : 1, level + 1);
    }
  }
}
