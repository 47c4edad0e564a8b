package io.dowser.crawler.wanglandau;

/** The profiles that a setting can name. */
enum Profile {
  RECOMMENDED,
  PAPER,
  PAPER_STRICT;

  WangLandauFrontier.Builder builder() {
    WangLandauFrontier.Builder builder = WangLandauFrontier.builder();
    return switch (this) {
      case RECOMMENDED -> builder;
      case PAPER -> builder.paper();
      case PAPER_STRICT -> builder.paperStrict();
    };
  }
}
