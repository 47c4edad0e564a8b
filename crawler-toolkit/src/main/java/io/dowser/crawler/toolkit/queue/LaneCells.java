package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Hosts, lanes, and the cells where they cross; what holds no candidate is forgotten. */
final class LaneCells {

  private final IndexedHeap.Ties slotOrder;
  private final IndexedHeap.Ties cellOrder;
  private final IntColumn slotPlaces = new IntColumn(); // a slot waits in one cell only
  private final IntColumn cellPlaces = new IntColumn(); // and a cell in one lane
  private final Map<String, LaneHost> hosts = new HashMap<>();
  private final TreeMap<Integer, Lane> lanes = new TreeMap<>();
  private final FreeNumbers hostNumbers = new FreeNumbers();
  private final FreeNumbers cellNumbers = new FreeNumbers();
  private LaneHost[] hostsByNumber = new LaneHost[16];
  private LaneCell[] cellsByNumber = new LaneCell[16];

  LaneCells(IndexedHeap.Ties slotOrder) {
    this.slotOrder = slotOrder;
    this.cellOrder = (a, b) -> slotOrder.goesBefore(get(a).pending.peek(), get(b).pending.peek());
  }

  LaneCell get(int number) {
    return cellsByNumber[number];
  }

  LaneHost host(int number) {
    return hostsByNumber[number];
  }

  @Nullable LaneHost findHost(String name) {
    return hosts.get(name);
  }

  LaneHost host(String name) {
    LaneHost host = hosts.get(name);
    if (host == null) {
      host = new LaneHost(name, hostNumbers.take());
      if (host.number >= hostsByNumber.length) {
        hostsByNumber = Arrays.copyOf(hostsByNumber, host.number + (host.number >> 1));
      }
      hostsByNumber[host.number] = host;
      hosts.put(name, host);
    }
    return host;
  }

  /** Returns the cell of a host in a lane, made if there is none. */
  LaneCell cell(LaneHost host, int lane) {
    LaneCell cell = host.find(lane);
    return cell == null ? create(host, lane) : cell;
  }

  private LaneCell create(LaneHost host, int number) {
    Lane lane = lanes.get(number);
    if (lane == null) {
      lane = new Lane(number, this, new IndexedHeap(cellOrder, cellPlaces));
      lanes.put(number, lane);
    }
    lane.cells++;
    var pending = new IndexedHeap(slotOrder, slotPlaces);
    var cell = new LaneCell(cellNumbers.take(), host, lane, pending);
    if (cell.number >= cellsByNumber.length) {
      cellsByNumber = Arrays.copyOf(cellsByNumber, cell.number + (cell.number >> 1));
    }
    cellsByNumber[cell.number] = cell;
    host.cells.add(cell);
    return cell;
  }

  /** Forgets a cell without candidates; its host stays until it is forgotten too. */
  void remove(LaneCell cell) {
    cell.host.cells.remove(cell);
    cellNumbers.giveBack(cell.number);
    if (--cell.lane.cells == 0) {
      lanes.remove(cell.lane.number);
    }
  }

  /** Forgets a host without cells. */
  void remove(LaneHost host) {
    hosts.remove(host.name);
    hostNumbers.giveBack(host.number);
  }

  Stream<LaneCell> all() {
    return hosts.values().stream().flatMap(host -> host.cells.stream());
  }

  Iterable<LaneHost> hosts() {
    return hosts.values();
  }

  /** Orders all candidates and ready hosts anew, after their keys have changed or were appended. */
  void rekeyAll(IntToDoubleFunction newKey) {
    for (LaneHost host : hosts.values()) {
      host.cells.forEach(cell -> cell.pending.rekeyAll(newKey));
    }
    for (Lane lane : lanes.values()) {
      lane.ready.rekeyAll(cell -> get(cell).pending.peekKey());
    }
  }

  int largestLane() {
    return lanes.isEmpty() ? ReadyLanes.NONE : lanes.lastKey();
  }
}
