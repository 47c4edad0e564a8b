package io.dowser.crawler.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which differences of two texts are no change, and which are. */
class StableTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "27 November 2026",
        "27th of November, 2026",
        "27. Nov. 2026",
        "27-Nov-2026 10:05",
        "on November 27, 2026",
        "Nov 27, 2026, 10:05 AM",
        "on November 27",
        "November 2026",
        "Fri, 27 Nov 2026 01:39:07 GMT",
        "Fri Nov 27 01:39:07 UTC 2026",
        "on Friday at 10:05",
        "2026-11-27",
        "2026-11-27 01:39:07",
        "2026-11-27T01:39:07.123Z",
        "2026-11-27T01:39+08:00",
        "20261127T013907Z",
        "2026/1/5",
        "11/27/2026",
        "11/27/26, 5 pm",
        "27.11.2026 10:05",
        "at 10:05:07 (UTC)",
        "10:05 pm",
        "1:05 a.m.",
        "11-27 10:05",
        "today",
        "today at 10:05",
        "yesterday, 23:05",
        "just now",
        "a moment ago",
        "a few seconds ago",
        "a couple of days ago",
        "less than a minute ago",
        "about an hour ago",
        "half an hour ago",
        "5m ago",
        "3 minutes ago",
        "2 days, 3 hours ago",
        "2 hours and 5 minutes ago",
      })
  void timesInEnglish(String time) {
    assertThat(StableText.of("Posted " + time + " by Anna"))
        .isEqualTo(StableText.of("Posted 12 days ago by Anna"));
    assertThat(StableText.of("Posted: " + time + ".\nNext")).isEqualTo("Posted:  .\nNext");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026年11月27日",
        "2026 年 1 月 7 日 星期五",
        "2026年11月27日(周五) 10:05",
        "2026年11月27日 上午10:05:07",
        "2026-11-27 10:05",
        "11月27日",
        "11月27號 下午3点",
        "10时05分07秒",
        "今天",
        "昨天 10:05",
        "前天10:05",
        "刚刚",
        "剛才",
        "几秒前",
        "半小时前",
        "3分钟前",
        "3 分鐘前",
        "约2小时前",
        "5天前",
        "3个月前",
        "1年以前",
        "一小时前",
        "1小时5分钟前",
        "不久前",
        "周五 10:05",
      })
  void timesInChinese(String time) {
    assertThat(StableText.of("作者：安娜 " + time + " 来源")).isEqualTo(StableText.of("作者：安娜 8 天前 来源"));
    assertThat(StableText.of("发布于" + time + "。\n下一段")).isEqualTo("发布于 。\n下一段");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Page generated in 0.023 seconds|Page generated in 12 ms",
        "Generated 3 minutes ago in 0.02 seconds|Generated just now in 1 second",
        "Generated 3 seconds ago|Generated yesterday at 10:05",
        "本页面生成于 3秒前，耗时 0.2 秒|本页面生成于 昨天，耗时 1 秒",
        "Generation time: 0.02s|Generation time: 1.5s",
        "Processed in 0.0123 second(s), 7 queries|Processed in 1.2 seconds, 12 queries",
        "页面执行时间 0.02 秒|页面执行时间：1.5秒",
        "耗时0.05秒|耗时12毫秒",
        "Page created in 0.02 seconds|Page created in 1 ms",
        "Uptime: 3 days, 4 hours|Uptime: 1 day, 12 hours and 5 minutes",
        "本页执行 0.023 秒, 7 次查询|本页执行 1 秒, 12 次查询",
        "12 views|1,234 views",
        "You are visitor number 123|You are visitor number 5",
        "Users online: 12 (3 members, 9 guests)|Users online: 1 (0 members, 1 guest)",
        "Read 12 times|Read 1 times",
        "您是第123位访客|您是第5位访客",
        "人气：123 · 12 个赞|人气：5 · 1 个赞",
        "12 评论|1 评论",
        "1 view|1.2k views",
        "No comments|3.4M comments",
        "Views: 12|Views: 1.2K",
        "Comments (5)|Comments (17)",
        "Replies\t3|Replies\t12",
        "Replies\n\n3\n\nNext|Replies\n\n12\n\nNext",
        "3\nvisits|1\nvisit",
        "12 users online|1 user online",
        "This page has been accessed 1,234 times.|This page has been accessed 9 times.",
        "浏览 123|浏览 1.2万",
        "阅读(123)|阅读(5)",
        "1.2万次浏览|5 次浏览",
        "浏览次数：12|浏览次数：1,300",
        "在线人数：12|在线人数：1",
        "本页面已经被浏览过 123 次|本页面已经被浏览过 5 次",
        "5条评论|12 條评论",
        "查看: 12 · 回复: 3|查看: 1 · 回复: 33",
        "阅读\n\n12|阅读\n\n13",
        "Session 9f8b1c2d3e4f5a6b|Session 0123456789ABCDEF01234567",
        "Session 5f0c9b1e-1c2d-4e3f-8a9b-0c1d2e3f4a5b|Session kJ3xYY9Lm2Qp8sT4vW6zA1==",
        "Request 1764212345678901|Request q7b1k2m3c4v5n6a7s8d9f0g1h2",
      })
  void countersDurationsAndRandomNames(String texts) {
    String[] both = texts.split("\\|", -1);
    assertThat(StableText.of(both[0])).isEqualTo(StableText.of(both[1]));
    assertThat(StableText.of("The tides\n" + both[0]))
        .isEqualTo(StableText.of("The tides\n" + both[1]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "It costs 12 EUR|It costs 14 EUR",
        "The price is $1,299.00 today|The price is $1,199.00 today",
        "Version 15.2 of the program|Version 15.3 of the program",
        "Release 1.2.3|Release 1.2.4",
        "PostgreSQL 15.2 views|PostgreSQL 15.3 views",
        "PostgreSQL 15 online manual|PostgreSQL 16 online manual",
        "postgresql-15.2-1-linux-x64-binaries|postgresql-15.3-1-linux-x64-binaries",
        "docs/2023/11/some-page-name-1.html|docs/2023/11/some-page-name-2.html",
        "getTheVeryLongNameOfAMethod2|getTheVeryLongNameOfTheMethod2",
        "founded in 1998|founded in 1999",
        "It takes 5 seconds|It takes 6 seconds",
        "a trial of 30 days|a trial of 60 days",
        "won 2:1|won 3:1",
        "It was built in 5 days|It was built in 6 days",
        "She has read 5 books|She has read 6 books",
        "版本 15 阅读指南|版本 16 阅读指南",
        "Chapter 3|Chapter 4",
        "She may 5 times|She may 6 times",
        "port 8080|port 8081",
        "10.11.12.13|10.11.12.14",
        "call 0086-10-1234-5678|call 0086-10-1234-5679",
        "Views\n\n12 EUR|Views\n\n14 EUR",
        "12 EUR\nviews|14 EUR\nviews",
        "the tides rise|the tide rises",
        "the tides rise|The tides rise",
        "价格 12 元|价格 14 元",
        "第3章|第4章",
        "成立于1998年|成立于1999年",
        "进行了5次测试|进行了6次测试",
        "版本 15.2 在线手册|版本 15.3 在线手册",
        "查看 15.2 版本|查看 15.3 版本",
        "30天试用|60天试用",
        "潮汐是涨落现象|潮汐是海水涨落现象",
      })
  void editsAreSeen(String texts) {
    String[] both = texts.split("\\|", -1);
    assertThat(StableText.of(both[0])).isNotEqualTo(StableText.of(both[1]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1:05:",
        "1,",
        "1.1",
        "1\n",
        "a-",
        "aB3",
        "9f8b1c2d3e4f5a6b ",
        "about ",
        "a few ",
        "27 ",
        " ",
        "Nov ",
        "generated in in in ",
        "3 minutes ago ",
        "几个",
        "浏览量",
        "上午",
        "潮汐是"
      })
  @Timeout(60)
  void hostileTextsTakeLinearTime(String part) {
    String stable = StableText.of(part.repeat(200_000 / part.length()));

    assertThat(stable.length()).isLessThanOrEqualTo(200_000);
  }
}
