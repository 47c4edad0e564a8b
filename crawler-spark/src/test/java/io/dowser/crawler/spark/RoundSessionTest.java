package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class RoundSessionTest {

  private static SparkConf with(String name, String value) {
    return new SparkConf(false).set(name, value);
  }

  @Test
  void settingsOfSparkWithWhichNoCrawlWorksAreRefused() {
    RoundSession.check(new SparkConf(false));
    RoundSession.check(with("spark.speculation", "false"));
    RoundSession.check(with("spark.serializer", "org.apache.spark.serializer.JavaSerializer"));
    assertThatThrownBy(() -> RoundSession.check(with("spark.speculation", "true")))
        .isInstanceOf(CrawlException.class)
        .hasMessageStartingWith("spark.speculation must be false, but was true: ");
    String kryo = "org.apache.spark.serializer.KryoSerializer";
    assertThatThrownBy(() -> RoundSession.check(with("spark.serializer", kryo)))
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "spark.serializer must be org.apache.spark.serializer.JavaSerializer, but was " + kryo);
  }

  @Test
  void settingsOfTheApplicationHoldAndItsSessionStaysAsItIs() {
    SparkSession application = LocalSpark.session().newSession();
    application.conf().set("spark.sql.session.timeZone", "Asia/Shanghai");
    application.conf().set("spark.sql.adaptive.enabled", true);
    SparkSession own = RoundSession.like(application);
    assertThat(own.conf().get("spark.sql.session.timeZone")).isEqualTo("Asia/Shanghai");
    assertThat(own.conf().get("spark.sql.adaptive.enabled")).isEqualTo("false");
    assertThat(application.conf().get("spark.sql.adaptive.enabled")).isEqualTo("true");
    assertThat(own.sparkContext()).isSameAs(application.sparkContext());
  }
}
