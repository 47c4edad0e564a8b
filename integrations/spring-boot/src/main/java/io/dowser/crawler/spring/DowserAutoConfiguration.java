package io.dowser.crawler.spring;

import io.dowser.crawler.monitor.CrawlMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of crawls, and what the actuator shows of them if it is there. */
@AutoConfiguration
@EnableConfigurationProperties(DowserProperties.class)
class DowserAutoConfiguration {

  @Bean
  Crawls crawls(
      DowserProperties properties,
      BeanFactory beans,
      ObjectProvider<CrawlerCustomizer> customizers,
      ObjectProvider<MeterRegistry> registry,
      ObjectProvider<CrawlMonitor> monitor) {
    return new Crawls(properties, new CrawlFactory(beans, customizers), registry, monitor);
  }

  @Bean
  CrawlsLifecycle crawlsLifecycle(Crawls crawls) {
    return new CrawlsLifecycle(crawls);
  }

  @Bean
  @ConditionalOnProperty("dowser.monitor.port")
  CrawlMonitor crawlMonitor(DowserProperties properties) {
    Integer port = properties.monitor() == null ? null : properties.monitor().port();
    return CrawlMonitor.serve(port == null ? 0 : port);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static class EndpointConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint(CrawlsEndpoint.class)
    CrawlsEndpoint crawlsEndpoint(Crawls crawls) {
      return new CrawlsEndpoint(crawls);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @ConditionalOnProperty(name = "management.health.crawls.enabled", matchIfMissing = true)
  static class HealthConfiguration {

    @Bean
    CrawlsHealth crawlsHealthIndicator(Crawls crawls) {
      return new CrawlsHealth(crawls);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @ConditionalOnProperty(name = "management.health.crawls.enabled", matchIfMissing = true)
  static class HealthOfBoot4Configuration {

    @Bean
    CrawlsHealthOfBoot4 crawlsHealthIndicator(Crawls crawls) {
      return new CrawlsHealthOfBoot4(crawls);
    }
  }
}
