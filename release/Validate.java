import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Checks a directory of artifacts as Maven Central does before it publishes them: POMs, jars of
 * classes, sources and Javadoc, checksums, signatures. Checks also that the licences of all
 * dependencies are listed. {@code java release/Validate.java DIRECTORY LIST_OF_LICENCES}; exit code
 * 1 if something is wrong, each with a line.
 *
 * <p>Source: https://central.sonatype.org/publish/requirements/
 */
public final class Validate {

  private static final List<String> REQUIRED =
      List.of(
          "groupId",
          "artifactId",
          "version",
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private final List<String> problems = new ArrayList<>();
  private final Path root;
  private final String licences;
  private int artifacts;
  private int signatures;

  private Validate(Path root, String licences) {
    this.root = root;
    this.licences = licences;
  }

  public static void main(String[] args) throws Exception {
    var validation = new Validate(Path.of(args[0]), Files.readString(Path.of(args[1])));
    validation.run();
    validation.problems.forEach(System.err::println);
    System.out.printf(
        "%d artifacts, %d signatures, %d problems%n",
        validation.artifacts, validation.signatures, validation.problems.size());
    System.exit(validation.problems.isEmpty() && validation.artifacts > 0 ? 0 : 1);
  }

  private void run() throws Exception {
    List<Path> files = files();
    for (Path file : files) {
      if (!isAbout(file)) {
        checksums(file);
        signature(file);
      }
    }
    for (Path pom : files.stream().filter(file -> file.toString().endsWith(".pom")).toList()) {
      artifacts++;
      artifact(pom);
    }
    if (signatures > 0 && signatures < files.stream().filter(file -> !isAbout(file)).count()) {
      problems.add("some files are signed, and others are not");
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("maven-metadata"))
          .sorted()
          .toList();
    }
  }

  /** Reports whether a file says something about another one. */
  private static boolean isAbout(Path file) {
    return file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)");
  }

  private void checksums(Path file) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    for (String algorithm : List.of("MD5", "SHA-1")) {
      String suffix = "." + algorithm.toLowerCase(Locale.ROOT).replace("-", "");
      Path sum = Path.of(file + suffix);
      byte[] digest = MessageDigest.getInstance(algorithm).digest(bytes);
      String expected = String.format("%0" + 2 * digest.length + "x", new BigInteger(1, digest));
      check(file, Files.exists(sum), "has no " + suffix);
      check(
          file,
          !Files.exists(sum) || Files.readString(sum).strip().equals(expected),
          "differs from its " + suffix);
    }
  }

  private void signature(Path file) throws Exception {
    Path signature = Path.of(file + ".asc");
    if (Files.exists(signature)) {
      signatures++;
      Process gpg =
          new ProcessBuilder("gpg", "--quiet", "--verify", signature.toString(), file.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(gpg.getInputStream().readAllBytes());
      check(
          file,
          gpg.waitFor() == 0,
          "has a wrong signature: " + said.replaceAll("\\s+", " ").strip());
    }
  }

  private void artifact(Path pom) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    for (String field : REQUIRED) {
      check(pom, !text(document, field).isBlank(), "has no " + field);
    }
    String name = pom.toString().replaceFirst("\\.pom$", "");
    check(pom, !name.endsWith("-SNAPSHOT"), "has the version of a snapshot");
    String plain = Files.readString(pom).replace("${project.version}", "");
    check(
        pom, !plain.matches("(?s).*(SNAPSHOT|\\$\\{).*"), "has a snapshot or an unknown property");
    for (String group : List.of("dependencies", "dependencyManagement/dependencies")) {
      NodeList unversioned = nodes(document, group + "/dependency[not(version)]/artifactId");
      for (int i = 0; i < unversioned.getLength(); i++) {
        problems.add(pom + " has no version of " + unversioned.item(i).getTextContent());
      }
    }
    if (!text(document, "packaging").equals("pom")) {
      jar(Path.of(name + ".jar"), entry -> entry.endsWith(".class"));
      Predicate<String> reason = entry -> entry.equals("README.md"); // why there is no code
      jar(Path.of(name + "-sources.jar"), reason.or(entry -> entry.endsWith(".java")));
      jar(Path.of(name + "-javadoc.jar"), reason.or(entry -> entry.equals("index.html")));
      licences(Path.of(name + "-cyclonedx.json"));
    }
  }

  private static String text(Document document, String path) throws Exception {
    return (String) xpath().evaluate("/project/" + path, document, XPathConstants.STRING);
  }

  private static NodeList nodes(Document document, String path) throws Exception {
    return (NodeList) xpath().evaluate("/project/" + path, document, XPathConstants.NODESET);
  }

  private static XPath xpath() {
    return XPathFactory.newInstance().newXPath();
  }

  private void jar(Path jar, Predicate<String> content) throws IOException {
    if (!Files.exists(jar)) {
      problems.add(jar + " is not there");
      return;
    }
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      check(
          jar,
          zip.stream().anyMatch(entry -> content.test(entry.getName())),
          "has not what it should");
    }
  }

  /** Looks for each component of a bill of materials in the list; versions do not matter. */
  private void licences(Path bill) throws IOException {
    if (!Files.exists(bill)) {
      problems.add(bill + " is not there");
      return;
    }
    Set<String> components = new TreeSet<>();
    Pattern.compile("pkg:maven/([^/\"]+)/([^@\"]+)@")
        .matcher(Files.readString(bill))
        .results()
        .map((MatchResult part) -> part.group(1) + ":" + part.group(2))
        .filter(component -> !component.startsWith("io.dowser:"))
        .forEach(components::add);
    for (String component : components) {
      check(
          bill,
          licences.contains("\n" + component + "\t"),
          "has " + component + ", whose licence is not listed");
    }
  }

  private void check(Path file, boolean holds, String problem) {
    if (!holds) {
      problems.add(root.relativize(file) + " " + problem);
    }
  }
}
