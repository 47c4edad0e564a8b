package io.dowser.crawler.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Manuals of free software in Chinese. What a page is about is determined by the name of its file.
 */
final class ChineseManuals {

  private static final List<String> SEEDS =
      List.of(
          "https://docs.gimp.org/2.10/zh_CN/index.html",
          "https://lilypond.org/doc/v2.24/Documentation/web/index.zh.html",
          "https://www.debian.org/doc/manuals/debian-reference/index.zh-cn.html");

  private final Path directory;

  ChineseManuals(Path directory) {
    this.directory = directory;
  }

  void write(CorpusKit kit) throws IOException {
    var pages = CorpusFiles.objects(directory.resolve("pages.jsonl.gz"));
    Map<String, Double> filters = new LinkedHashMap<>();
    Map<String, Double> layers = new LinkedHashMap<>();
    Map<String, Double> tools = new LinkedHashMap<>();
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    try (ArchiveWriter archive = kit.archive("pages")) {
      for (Map<String, String> page : pages) {
        String url = page.getOrDefault("url", "");
        subjects.put(url, List.of(url));
        archive.html(url, page.getOrDefault("html", ""));
        String name = url.substring(url.lastIndexOf('/') + 1);
        mark(filters, url, name.startsWith("gimp-filter") || name.startsWith("filters"));
        mark(layers, url, name.startsWith("gimp-layer") || name.startsWith("gimp-image-"));
        mark(tools, url, name.startsWith("gimp-tool"));
      }
    }
    kit.question("filters", List.of("滤镜", "效果", "模糊", "噪点", "扭曲", "filter"), filters);
    kit.question("layers", List.of("图层", "蒙版", "透明", "图像", "layer"), layers);
    kit.comparison("compare", "pages", SEEDS);
    kit.nextQuestions();
    kit.question("tools", List.of("工具", "画笔", "选择", "颜色拾取", "涂抹", "tool"), tools);
    kit.comparison("reported", "pages", SEEDS);
    PlainQuestions.write(kit, "zh-docs", subjects, SEEDS);
  }

  private static void mark(Map<String, Double> labels, String url, boolean relevant) {
    if (relevant) {
      labels.put(url, 1.0);
    }
  }
}
