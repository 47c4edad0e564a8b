package io.dowser.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * A document of the project.
 *
 * @param target the path of its page in the site
 * @param title its first heading
 * @param html its body
 * @param sections its texts, for the search
 */
record Page(Path target, String title, String html, List<Section> sections) {

  /**
   * A heading with the text up to the next one.
   *
   * @param id the id of the heading in the page
   * @param heading empty before the first heading
   */
  record Section(String id, String heading, String text) {}

  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Pattern HEADING = Pattern.compile("<h[1-6] id=\"([^\"]*)\">");
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer HTML = HtmlRenderer.builder().extensions(EXTENSIONS).build();
  private static final TextContentRenderer TEXT =
      TextContentRenderer.builder().extensions(EXTENSIONS).build();

  static Page read(Path root, Path document) throws IOException {
    Node parsed = PARSER.parse(Files.readString(root.resolve(document)));
    String title = title(parsed);
    Path folder = root.resolve(document).getParent();
    parsed.accept(new LinkRewriter(folder));
    String html = HTML.render(parsed);
    return new Page(Path.of(target(document.toString())), title, html, sections(parsed, html));
  }

  private static List<Section> sections(Node parsed, String html) {
    Iterator<MatchResult> ids = HEADING.matcher(html).results().iterator();
    List<Section> sections = new ArrayList<>();
    var section = new Section("", "", "");
    for (Node node = parsed.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        sections.add(section);
        section = new Section(ids.next().group(1), TEXT.render(node), "");
      } else {
        String text = section.text() + TEXT.render(node) + " ";
        section = new Section(section.id(), section.heading(), text);
      }
    }
    sections.add(section);
    sections.removeIf(each -> each.heading().isEmpty() && each.text().isBlank());
    return sections;
  }

  /** The file of the site for a document; other files keep their name. */
  static String target(String document) {
    return document.replaceAll("(^|/)README\\.md$", "$1index.html").replaceAll("\\.md$", ".html");
  }

  /** The way from this page to the root of the site: empty, or steps up. */
  String up() {
    return "../".repeat(target.getNameCount() - 1);
  }

  private static String title(Node parsed) {
    for (Node node = parsed.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        return TEXT.render(node);
      }
    }
    return "";
  }

  /** Links to documents become links to their pages, links to folders lead to their index. */
  private static final class LinkRewriter extends AbstractVisitor {

    private final Path folder;

    LinkRewriter(Path folder) {
      this.folder = folder;
    }

    @Override
    public void visit(Link link) {
      String destination = link.getDestination();
      if (!destination.contains(":") && !destination.startsWith("#")) {
        link.setDestination(rewritten(destination));
      }
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      visitChildren(image);
    }

    private String rewritten(String destination) {
      int hash = destination.indexOf('#');
      String file = hash < 0 ? destination : destination.substring(0, hash);
      String fragment = hash < 0 ? "" : destination.substring(hash);
      if (Files.isDirectory(folder.resolve(file))) {
        file += (file.endsWith("/") ? "" : "/") + "README.md";
      }
      return target(file) + fragment;
    }
  }
}
