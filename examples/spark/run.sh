#!/bin/bash
# Starts a standalone cluster of processes on this machine (a master and two workers), crawls the quickstart's
# web, kills a worker after the second round, and shows the result by SQL. Before: mvn -Pquick -pl examples/spark -am package
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=$(mktemp -d)
log=$home/log
mkdir -p "$home/jars"
ln -s "$here"/target/jars/*.jar "$here"/target/spark-example-*.jar "$home/jars/"
export SPARK_HOME=$home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 SPARK_PUBLIC_DNS=127.0.0.1
opens=$(for package in lang lang.invoke lang.reflect io net nio util util.concurrent util.concurrent.atomic; do
  echo "--add-opens=java.base/java.$package=ALL-UNNAMED"; done
  for package in jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  echo "--add-opens=java.base/$package=ALL-UNNAMED"; done)
java() { command java $opens -Dlog4j2.configurationFile="$here/log4j2.properties" -cp "$home/jars/*" "$@"; }
trap 'kill $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$home"' EXIT
# waits for a line in a log and prints what a group of the pattern matched
await() { for _ in $(seq 600); do if line=$(grep -Eom1 "$2" "$1" 2>/dev/null); then echo "$line"; return; fi; sleep 0.5; done
  echo "no '$2' in $1:"; cat "$1"; exit 1; }
java -Xmx256m org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0 > "$log.master" 2>&1 &
master=$(await "$log.master" 'spark://[0-9.:]+')
for worker in 1 2; do
  java -Xmx256m org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --port 0 --webui-port 0 --cores 1 --memory 1g \
    --work-dir "$home/work$worker" "$master" > "$log.worker$worker" 2>&1 &
  [ $worker = 1 ] && first=$!
  await "$log.worker$worker" 'Successfully registered with master' > /dev/null
done
session="-Dspark.driver.host=127.0.0.1 -Dspark.driver.bindAddress=127.0.0.1 -Dspark.ui.enabled=false
  -Dspark.sql.shuffle.partitions=4 -Dspark.executor.memory=512m"
java -Xmx512m -Dspark.master="$master" $session io.dowser.crawler.spark.SparkCrawlMain \
  location="$home/crawl" fetcher=manuals politeness.delay=PT0.05S maxPages=300 roundSize=60 buckets=2 leaseTime=PT5S \
  topic='transaction,commit,rollback,write-ahead log' \
  seeds=http://www.sqlite.org/index.html,http://www.postgresql.org/docs/15/index.html,http://httpd.apache.org/docs/2.4/en/index.html \
  > "$log.driver" 2>&1 &
driver=$!
await "$log.driver" 'round 2 committed.*'
echo "killing worker 1 and its executor"
pkill -9 -P $first 2>/dev/null || true
kill -9 $first
wait $driver || { cat "$log.driver"; exit 1; }
grep -Eo 'round [0-9]+ committed.*' "$log.driver"
java -Xmx512m -Dspark.master='local[2]' $session io.dowser.examples.spark.ShowCrawl "$home/crawl"
