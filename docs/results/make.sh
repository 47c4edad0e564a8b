#!/bin/sh
# Makes the tables of the pages here anew: docs/results/make.sh DATA WORK
# DATA has the corpora, each in a directory of its name; WORK is for archives and reports, and a second
# call with it goes on where the first one was interrupted. Build the lab before. The words above
# "## Figures" of a page are written by hand and stay.
# BUDGET=30 docs/results/make.sh DATA WORK is a trial: 30 pages a run, and the pages are left in WORK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../../crawler-cli/target/dowser.jar
data=$(cd "$1" && pwd)
target=$here
mkdir -p "$2"
cd "$2"
[ -z "${BUDGET:-}" ] || target=$PWD

dowser() {
  java -jar "$jar" "$@"
}

# words NAME: what is written by hand
words() {
  sed '/^## Figures$/,$d' "$here/$1.md"
  printf '## Figures\n'
}

# page CORPUS: the results of its comparisons
page() {
  words "$1"
  printf '\n```sh\ndowser corpus %s --data DATA --out %s\n```\n\n' "$1" "$1"
  cat "$1-report/results.md"
  if [ -d "$1-trained-report" ]; then
    printf '\n## With trained strategies\n\n'
    cat "$1-trained-report/results.md"
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

# windows CORPUS: the windowed harvest on the way, and the relevant pages found in all
windows() {
  awk -F ' *[|] *' '
    /in the form of Liu 2023/ { reading = !/ranks/ }
    reading && $3 ~ /^[0-9]+$/ {
      if (!($3 in pages)) { pages[$3]; head = head " " $3 " |"; line = line "---|" }
      if (!($2 in row)) { name[++names] = $2 }
      row[$2] = row[$2] " | " $(NF - 1)
      found[$2] = $5
    }
    END {
      print "| share of relevant pages among the last ones, after |" head " relevant pages in all |"
      print "|---|" line "---|"
      for (i = 1; i <= names; i++) print "| " name[i] row[name[i]] " | " found[name[i]] " |"
    }' "$1-figure3/results.md"
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
{
  words zou2009
  for corpus in webkb zh-news; do
    printf '\n### %s\n\n' "$corpus"
    windows "$corpus"
  done
} > page.md
mv page.md "$target/zou2009.md"
