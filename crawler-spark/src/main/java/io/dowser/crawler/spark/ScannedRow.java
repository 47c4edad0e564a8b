package io.dowser.crawler.spark;

import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.GeographyVal;
import org.apache.spark.unsafe.types.GeometryVal;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/**
 * The row at which a scan is. Its values are decoded when they are asked for, and a copy of it has
 * all of them. Columns that the file does not have are null. Not thread-safe.
 */
final class ScannedRow extends InternalRow {

  private static final long serialVersionUID = 1;

  /** Writes the value of one column. */
  private interface Cell {

    void write(ScannedColumn column, long row, UnsafeRowWriter to, int at);
  }

  private final transient Cell[] cells;
  private final transient UnsafeRowWriter writer;
  private transient @Nullable ScannedColumn[] columns;
  private long row;

  ScannedRow(StructType columns) {
    this.cells =
        Stream.of(columns.fields())
            .map(StructField::dataType)
            .map(ScannedRow::cell)
            .toArray(Cell[]::new);
    this.writer = new UnsafeRowWriter(cells.length, 512);
    this.columns = new @Nullable ScannedColumn[cells.length];
  }

  private static Cell cell(DataType type) {
    if (type instanceof LongType) {
      return (column, at, to, i) -> to.write(i, column.getLong(at));
    } else if (type instanceof IntegerType) {
      return (column, at, to, i) -> to.write(i, column.getInt(at));
    } else if (type instanceof DoubleType) {
      return (column, at, to, i) -> to.write(i, column.getDouble(at));
    } else if (type instanceof BooleanType) {
      return (column, at, to, i) -> to.write(i, column.getBoolean(at));
    } else if (type instanceof StringType) {
      return (column, at, to, i) -> to.write(i, column.getText(at));
    } else if (type instanceof BinaryType) {
      return (column, at, to, i) -> to.write(i, column.getBytes(at));
    } else if (type instanceof ArrayType) {
      return (column, at, to, i) -> {
        int start = to.cursor();
        to.write(column.getList(at));
        to.setOffsetAndSizeFromPreviousCursor(i, start);
      };
    }
    throw new IllegalArgumentException("a scan reads no " + type);
  }

  /** Goes to the first row of a group. */
  void begin(@Nullable ScannedColumn[] ofGroup) {
    columns = ofGroup;
    row = 0;
  }

  /** Goes to another row of the group, which is not before this one. */
  void goTo(long next) {
    row = next;
  }

  private ScannedColumn column(int i) {
    ScannedColumn column = columns[i];
    if (column == null) {
      throw new IllegalStateException("the file has no column " + i);
    }
    return column;
  }

  @Override
  public InternalRow copy() {
    writer.reset();
    writer.zeroOutNullBytes();
    for (int i = 0; i < cells.length; i++) {
      ScannedColumn column = columns[i];
      if (column == null || column.isNull(row)) {
        writer.setNullAt(i);
      } else {
        cells[i].write(column, row, writer, i);
      }
    }
    return writer.getRow().copy();
  }

  @Override
  public int numFields() {
    return cells.length;
  }

  @Override
  public boolean isNullAt(int i) {
    ScannedColumn column = columns[i];
    return column == null || column.isNull(row);
  }

  @Override
  public boolean getBoolean(int i) {
    return column(i).getBoolean(row);
  }

  @Override
  public int getInt(int i) {
    return column(i).getInt(row);
  }

  @Override
  public long getLong(int i) {
    return column(i).getLong(row);
  }

  @Override
  public double getDouble(int i) {
    return column(i).getDouble(row);
  }

  @Override
  public UTF8String getUTF8String(int i) {
    return column(i).getText(row);
  }

  @Override
  public byte[] getBinary(int i) {
    return column(i).getBytes(row);
  }

  @Override
  public UnsafeArrayData getArray(int i) {
    return column(i).getList(row);
  }

  @Override
  public void setNullAt(int i) {
    throw unsupported();
  }

  @Override
  public void update(int i, Object value) {
    throw unsupported();
  }

  @Override
  public byte getByte(int i) {
    throw unsupported();
  }

  @Override
  public short getShort(int i) {
    throw unsupported();
  }

  @Override
  public float getFloat(int i) {
    throw unsupported();
  }

  @Override
  public Decimal getDecimal(int i, int precision, int scale) {
    throw unsupported();
  }

  @Override
  public GeographyVal getGeography(int i) {
    throw unsupported();
  }

  @Override
  public GeometryVal getGeometry(int i) {
    throw unsupported();
  }

  @Override
  public CalendarInterval getInterval(int i) {
    throw unsupported();
  }

  @Override
  public VariantVal getVariant(int i) {
    throw unsupported();
  }

  @Override
  public InternalRow getStruct(int i, int fields) {
    throw unsupported();
  }

  @Override
  public MapData getMap(int i) {
    throw unsupported();
  }

  @Override
  public Object get(int i, DataType type) {
    throw unsupported();
  }

  /** Tables of the crawl have no such columns, and no one writes to what was read. */
  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("a row of a scan has plain columns and is only read");
  }
}
