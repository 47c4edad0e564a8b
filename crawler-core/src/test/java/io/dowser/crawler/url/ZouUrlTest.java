package io.dowser.crawler.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of Zou 2009, with the names under which the paper stores the pages. */
class ZouUrlTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "HTTP://www.SCU.edu.cn, http://www.scu.edu.cn/, 355bd40a1cffbb871d1fce0048a19972",
    "http://www.scu.edu.cn/fap.html#what, http://www.scu.edu.cn/fap.html,"
        + " 13cd8cbacefb0bebfb5053c46dd0396f",
    "http://www.scu.edu.cn/%7Erobin/index.html, http://www.scu.edu.cn/%7Erobin/,"
        + " a7bdb26164699ecef1a0dd086a9a5240",
    "http://www.scu.edu.cn:80/%7Erobin/sc/Seeds/../a.dat,"
        + " http://www.scu.edu.cn/%7Erobin/sc/a.dat, f9278da995b9c0e7f30306385a22e1c8",
    "http://www.scu.edu.cn:8080/a/./b/../../c, http://www.scu.edu.cn:8080/c,"
        + " aaab000e67556d0bba75c25839838982"
  })
  void examplesOfThePaperKeepTheirFormAndStoreName(String url, String canonical, String md5) {
    assertThat(UrlCanonicalizer.standard().canonicalize(url))
        .hasValueSatisfying(
            found -> {
              assertThat(found).hasToString(canonical);
              assertThat(md5Of(found.toString())).isEqualTo(md5);
            });
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "http://a.cn/~robin/~x?q=~, http://a.cn/%7Erobin/%7Ex?q=%7E",
    "http://a.cn/index.htm, http://a.cn/",
    "http://a.cn/index.htm#top, http://a.cn/",
    "http://a.cn/b/../index.html, http://a.cn/",
    "http://a.cn/index.html?, http://a.cn/index.html?",
    "http://a.cn/index.html?a=b, http://a.cn/index.html?a=b",
    "http://a.cn/index.html/, http://a.cn/index.html/",
    "http://a.cn/index.html/index.html, http://a.cn/index.html/",
    "http://a.cn/myindex.html, http://a.cn/myindex.html",
    "http://a.cn/index.HTML, http://a.cn/index.HTML",
    "http://a.cn/index.shtml, http://a.cn/index.shtml",
    "https://a.cn:443/x, https://a.cn/x",
    "https://a.cn:80/x, https://a.cn:80/x",
    "http://a.cn?q, http://a.cn/?q",
    "http://a.cn#f, http://a.cn/"
  })
  void eachStepIsTakenAndNoMore(String url, String canonical) {
    assertThat(UrlCanonicalizer.standard().canonicalize(url))
        .hasValueSatisfying(found -> assertThat(found).hasToString(canonical));
  }

  private static String md5Of(String url) {
    try {
      byte[] contentHash = MessageDigest.getInstance("MD5").digest(url.getBytes(UTF_8));
      return HexFormat.of().formatHex(contentHash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
