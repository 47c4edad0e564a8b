package io.dowser.crawler.traps;

import io.dowser.crawler.api.CrawlUrl;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The media types of files that are not pages, by the suffix of their names. The types are those of
 * IANA's registry, and those that servers sent before these were registered.
 *
 * <p>A suffix is that of the last segment of a path. It is listed if it hardly ever ends the name
 * of a person, a host or a thing: {@code .doc}, {@code .com} and {@code .mobi} are not. In three
 * cases, a path does not determine the type of the resource:
 *
 * <ul>
 *   <li>The URL has a query: the path alone does not identify the resource (RFC 3986, section 3.4).
 *   <li>An earlier segment names a script, so that the remaining path is the script's argument
 *       (PATH_INFO of RFC 3875, section 4.1.5).
 *   <li>The path has a colon, which separates a namespace from the title of a page: file systems
 *       and archives of files avoid it.
 * </ul>
 */
final class SuffixTypes {

  private static final String TABLE =
      """
      application/pdf pdf
      application/epub+zip epub
      application/rtf text/rtf rtf
      image/vnd.djvu image/x-djvu djvu
      application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
      application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
      application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
      application/vnd.ms-excel xls
      application/vnd.ms-powerpoint ppt pps
      application/vnd.oasis.opendocument.text odt
      application/vnd.oasis.opendocument.spreadsheet ods
      application/vnd.oasis.opendocument.presentation odp
      application/zip application/x-zip-compressed zip
      application/gzip application/x-gzip gz tgz
      application/x-bzip2 bz2 tbz2
      application/x-xz xz txz
      application/zstd zst
      application/x-lzma lzma
      application/x-7z-compressed 7z
      application/vnd.rar application/x-rar-compressed rar
      application/x-tar tar
      application/x-iso9660-image iso
      application/x-apple-diskimage dmg
      application/vnd.microsoft.portable-executable application/x-msdownload exe
      application/x-msi application/x-msdownload msi
      application/vnd.debian.binary-package application/x-debian-package deb
      application/x-rpm application/x-redhat-package-manager rpm
      application/vnd.android.package-archive apk
      application/java-archive jar
      application/x-xpinstall xpi
      application/x-bittorrent torrent
      image/png png
      image/jpeg jpg jpeg
      image/gif gif
      image/webp webp
      image/avif avif
      image/heic heic
      image/bmp bmp
      image/tiff tif tiff
      image/svg+xml svg
      image/vnd.microsoft.icon image/x-icon ico
      image/vnd.adobe.photoshop psd
      audio/mpeg mp3
      audio/vnd.wave audio/wav audio/x-wav wav
      audio/flac audio/x-flac flac
      audio/ogg application/ogg ogg oga
      audio/mp4 audio/x-m4a m4a
      audio/aac aac
      audio/aiff audio/x-aiff aiff
      audio/x-ms-wma wma
      video/mp4 mp4 m4v
      video/webm webm
      video/x-matroska mkv
      video/quicktime mov
      video/x-msvideo avi
      video/x-ms-wmv wmv
      video/x-flv flv
      video/mpeg mpg mpeg
      video/ogg ogv
      video/3gpp 3gp
      font/ttf ttf
      font/otf otf
      font/woff application/font-woff woff
      font/woff2 woff2
      application/vnd.ms-fontobject eot
      """;

  private static final Map<String, List<String>> TYPES = table();

  private static final int LONGEST =
      TYPES.keySet().stream().mapToInt(String::length).max().orElseThrow();

  /** A segment that names a script, or the folder of scripts, in front of another one. */
  private static final Pattern SCRIPT =
      Pattern.compile(
          "(?:/cgi-bin|\\.(?:php\\d?|phtml|f?cgi|pl|py|aspx?|ashx|jspx?|cfm))/",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern COLON = Pattern.compile(":|%3A", Pattern.CASE_INSENSITIVE);

  private SuffixTypes() {}

  private static Map<String, List<String>> table() {
    var types = new HashMap<String, List<String>>();
    TABLE.lines().forEach(line -> addLine(line, types));
    return Map.copyOf(types);
  }

  /** Adds the suffixes of a line of types, which have a slash, and suffixes. */
  private static void addLine(String line, Map<String, List<String>> types) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    List<String> ofLine = words.stream().filter(word -> word.indexOf('/') >= 0).toList();
    words.stream()
        .filter(word -> word.indexOf('/') < 0)
        .forEach(suffix -> types.put(suffix, ofLine));
  }

  /** Returns the types that a file of the path's suffix may have, or none if they are unknown. */
  static List<String> of(CrawlUrl url) {
    String form = url.toString();
    int dot = form.lastIndexOf('.');
    if (form.length() - dot - 1 > LONGEST || form.charAt(dot - 1) == '/') {
      return List.of();
    }
    List<String> types = TYPES.get(form.substring(dot + 1).toLowerCase(Locale.ROOT));
    return types == null || !isFile(url) ? List.of() : types;
  }

  private static boolean isFile(CrawlUrl url) {
    String path = url.path();
    return url.query().isEmpty() && !COLON.matcher(path).find() && !SCRIPT.matcher(path).find();
  }
}
