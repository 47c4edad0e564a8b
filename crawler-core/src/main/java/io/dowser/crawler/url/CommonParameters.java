package io.dowser.crawler.url;

import java.util.List;
import java.util.Set;

/** Names of parameters that many sites use for the same purpose, in lower case. */
final class CommonParameters {

  static final List<String> TRACKING_PREFIXES = List.of("utm_", "hsa_", "mtm_", "pk_");

  static final Set<String> TRACKING =
      names(
          """
          gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid ysclid twclid ttclid igshid
          li_fat_id mc_cid mc_eid mkt_tok _ga _gl _hsenc _hsmi vero_id wickedid bd_vid gdt_vid
          qhclickid hmsr hmpl hmcu hmkw hmci
          """);

  static final Set<String> SESSION =
      names(
          """
          jsessionid phpsessid aspsessionid sessionid session_id sessid sid cfid cftoken oscsid
          zenid
          """);

  private CommonParameters() {}

  private static Set<String> names(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
