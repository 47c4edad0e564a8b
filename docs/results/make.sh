#!/bin/sh
# Makes the tables of the pages here anew: docs/results/make.sh DATA WORK
# DATA has the corpora, each in a directory of its name; WORK is for archives and reports, and a second
# call with it goes on where the first one was interrupted. Build the lab before. The words above the
# tables are written by hand and stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../../crawler-lab/target/crawler-lab.jar
data=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"

lab() {
  java -jar "$jar" "$@"
}

# page NAME: keeps the words of a page and puts the results of its comparisons below
page() {
  words=$(sed '/^## Figures$/,$d' "$here/$1.md")
  {
    printf '%s\n\n## Figures\n\n```sh\nlab corpus %s --data DATA --out %s\n```\n\n' "$words" "$1" "$1"
    cat "$1-report/results.md"
    if [ -d "$1-trained-report" ]; then
      printf '\n## With trained strategies\n\n'
      cat "$1-trained-report/results.md"
    fi
  } > "$1.page"
  mv "$1.page" "$here/$1.md"
}

# figure3 CORPUS PAGES: figure 3 of Zou 2009, with topics on which nothing was chosen for it on the news
figure3() {
  lab compare "@$1/trained-reported.args" --budget "$2" --out "$1-figure3" \
    --strategies random,pagerank,kernel,normal,paper-kernel,paper-normal,oracle \
    --define 'kernel:frontier=best-first;scorer=bayes-page' \
    --define 'normal:frontier=best-first;scorer=bayes-page;scorer.density=normal;scorer.e=0.01' \
    --define "paper-kernel:$paper" --define "paper-normal:$paper;scorer.density=normal"
}
paper='frontier=best-first;scorer=bayes-page;scorer.e=0;scorer.sharedWidth=false;scorer.withAnchor=false;scorer.pageCounts=false'

for corpus in webkb wikispeedia zh-docs zh-news; do
  lab corpus "$corpus" --data "$data" --out "$corpus"
  lab compare "@$corpus/compare.args" --guide topic-terms,labels --out "$corpus-report"
  if [ -f "$corpus/trained.args" ]; then
    lab compare "@$corpus/trained.args" --guide topic-terms,labels --out "$corpus-trained-report"
  fi
  page "$corpus"
done

figure3 webkb 400
figure3 zh-news 1500
{
  sed '/^## Figures$/,$d' "$here/zou2009.md"
  printf '## Figures\n'
  for corpus in webkb zh-news; do
    printf '\n### %s\n\n' "$corpus"
    cat "$corpus-figure3/results.md"
  done
} > zou2009.page
mv zou2009.page "$here/zou2009.md"
