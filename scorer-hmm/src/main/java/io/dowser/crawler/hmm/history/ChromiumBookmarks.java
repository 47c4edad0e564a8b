package io.dowser.crawler.hmm.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.hmm.BrowsingSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The folders in a {@code Bookmarks} file of Chromium. */
final class ChromiumBookmarks {

  private final Map<String, Set<String>> folders = new HashMap<>();
  private final Deque<Node> path = new ArrayDeque<>();
  private boolean hasRoots;

  private ChromiumBookmarks() {}

  /** An object of the file; its members come in any order, so they are kept until it ends. */
  private static final class Node {
    private String name = "";
    private String url = "";
    private final Set<String> urls = new HashSet<>(); // of the bookmarks inside
  }

  /** The titles of all folders above each bookmarked URL. */
  static Map<String, Set<String>> read(Path file) throws IOException {
    var bookmarks = new ChromiumBookmarks();
    JsonText.read(file, "file of bookmarks", bookmarks::read);
    if (!bookmarks.hasRoots) {
      throw new BrowsingSession.FormatException(
          file, 0, "has no roots, so is no file of bookmarks of Chromium", null);
    }
    return bookmarks.folders;
  }

  private void read(JsonParser parser) throws IOException {
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      do {
        take(parser);
      } while (parser.nextToken() != null);
    }
  }

  private void take(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      hasRoots |= path.size() == 1 && "roots".equals(parser.currentName());
      path.push(new Node());
    } else if (token == JsonToken.END_OBJECT) {
      leave(path.pop());
    } else if (token == JsonToken.VALUE_STRING && !path.isEmpty()) {
      if ("name".equals(parser.currentName())) {
        path.element().name = parser.getText();
      } else if ("url".equals(parser.currentName())) {
        path.element().url = parser.getText();
      }
    }
  }

  private void leave(Node node) {
    if (!node.url.isEmpty()) {
      node.urls.add(node.url);
    } else if (!node.name.isEmpty()) {
      for (String url : node.urls) {
        folders.computeIfAbsent(url, key -> new HashSet<>()).add(node.name);
      }
    }
    if (!path.isEmpty()) {
      path.element().urls.addAll(node.urls);
    }
  }
}
