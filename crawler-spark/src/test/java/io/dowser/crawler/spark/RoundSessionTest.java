package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class RoundSessionTest {

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
