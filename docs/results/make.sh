#!/bin/sh
# Writes the results of the comparisons: docs/results/make.sh DATA WORK
# DATA has the corpora, each in a directory of its name; WORK is for archives and reports. Build the
# CLI before. A second call with the same WORK resumes an interrupted one. A page keeps its text
# above "## Results", which is written by hand; all numbers go into data/NAME.csv.
# BUDGET=30 docs/results/make.sh DATA WORK is a trial: 30 pages a run, and the pages stay in WORK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../../crawler-cli/target/dowser.jar
data=$(cd "$1" && pwd)
target=$here
mkdir -p "$2"
cd "$2"
[ -z "${BUDGET:-}" ] || target=$PWD
mkdir -p "$target/data"

dowser() {
  java -jar "$jar" "$@"
}

# words NAME: the text that is written by hand
words() {
  sed '/^## Results$/,$d' "$here/$1.md"
  printf '## Results\n'
}

shorter='s/of the ([0-9]+) pages that can be reached from the seeds are/of \1 reachable pages are/
s/relevant\. Each strategy fetched ([0-9]+ pages) in each of [0-9]+ runs\. Share of links that lead to/relevant; \1 a run. Links to/
s/The guide topic-terms judges [0-9]+ pages relevant:/Guide:/'

# results NAME: the summary of a comparison, with its numbers in an attached file
results() {
  {
    awk '/^[*][*]/ { table = 1 } !table && !/^Run n has/' "$1-report/results.md" | sed -E "$shorter"
    printf '\nAll numbers: [data/%s.csv](data/%s.csv).\n' "$1" "$1"
  } | cat -s
  awk -F, -v OFS=, '
    NR == 1 { print; next }
    $3 != "all" && $3 != "over questions" && $5 !~ /target recall/ { next }
    {
      for (i = 6; i <= NF; i++) if ($i != "") $i = sprintf("%.4g", $i)
      key = $2 OFS $3 OFS $4 OFS $5
      if (mean[key] != $6) print # another guide may make no difference
      mean[key] = $6
    }' "$1-report/results.csv" > "$target/data/$1.csv"
}

# page CORPUS: the results of its comparisons
page() {
  words "$1"
  printf '\n```sh\ndowser corpus %s --data DATA --out %s\n```\n\n' "$1" "$1"
  results "$1"
  if [ -d "$1-trained-report" ]; then
    printf '\n## With trained strategies\n\n'
    results "$1-trained"
  fi
}

# figure3 CORPUS PAGES: the crawlers of figure 3 of Zou 2009
figure3() {
  dowser compare "@$1/trained-reported.args" --budget "${BUDGET:-$2}" --out "$1-figure3" \
    --strategies random,pagerank,kernel,normal,paper-kernel,paper-normal,oracle \
    --define "kernel:$bayes;scorer.density=kernel;scorer.e=0.01" --define "normal:$bayes;scorer.density=normal" \
    --define "paper-kernel:$paper;scorer.density=kernel" \
    --define "paper-normal:$paper;scorer.density=normal"
}
bayes='frontier=best-first;scorer=bayes-page'
paper="$bayes;scorer.e=0;scorer.sharedWidth=false;scorer.withAnchor=false;scorer.pageCounts=false"

# windows CORPUS: the windowed harvest at each quarter of a run, and the relevant pages found in all
windows() {
  awk -F, '
    function text(decimals) {
      return sprintf("%." decimals "f", $6) ($8 > $6 ? sprintf(" ± %." decimals "f", $8 - $6) : "")
    }
    $3 != "all" { next }
    $5 == "LP" { found[$2] = text(1) }
    $5 == "windowed harvest" {
      if (!($2 in seen)) { seen[$2]; name[++names] = $2 }
      cell[$2, $4] = text(3)
      quarter[$4]
      if ($4 + 0 > budget) { budget = $4 + 0 }
    }
    END {
      for (p = 1; p <= budget; p++) if (p in quarter) { head = head "\t" p }
      print "strategy" head "\trelevant pages in all"
      for (i = 1; i <= names; i++) {
        row = name[i]
        for (p = 1; p <= budget; p++) if (p in quarter) row = row "\t" cell[name[i], p]
        print row "\t" found[name[i]]
      }
    }' "$1-figure3/results.csv" > "$target/data/zou2009-figure3-$1.tsv"
}

for corpus in webkb wikispeedia zh-docs zh-news; do
  dowser corpus "$corpus" --data "$data" --out "$corpus"
  dowser compare "@$corpus/compare.args" --guide topic-terms,labels ${BUDGET:+--budget "$BUDGET"} \
    --out "$corpus-report"
  if [ -f "$corpus/trained.args" ]; then
    dowser compare "@$corpus/trained.args" --guide topic-terms,labels ${BUDGET:+--budget "$BUDGET"} \
      --out "$corpus-trained-report"
  fi
  page "$corpus" > page.md
  mv page.md "$target/$corpus.md"
done

figure3 webkb 400
figure3 zh-news 1500
windows webkb
windows zh-news
