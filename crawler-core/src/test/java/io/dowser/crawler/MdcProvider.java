package io.dowser.crawler;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.SubstituteLogger;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Keeps what crawlers log, and a context of threads, for tests to look into; logs nothing else. */
public final class MdcProvider implements SLF4JServiceProvider {

  private final CrawlerLog loggers = new CrawlerLog();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new BasicMDCAdapter();

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  /** Has the warnings that {@link Crawler} has logged. */
  static final class CrawlerLog implements ILoggerFactory {

    private final Queue<SubstituteLoggingEvent> events = new ConcurrentLinkedQueue<>();

    @Override
    public Logger getLogger(String name) {
      return name.equals(Crawler.class.getName())
          ? new EventRecordingLogger(new SubstituteLogger(name, events, false), events)
          : NOPLogger.NOP_LOGGER;
    }

    /** Returns the messages of a thread. */
    List<String> messages(Thread thread) {
      return events.stream()
          .filter(event -> event.getThreadName().equals(thread.getName()))
          .map(SubstituteLoggingEvent::getMessage)
          .toList();
    }
  }
}
