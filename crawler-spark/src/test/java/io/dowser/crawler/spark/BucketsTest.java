package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketsTest {

  @Test
  void bucketsAreRangesOfAboutTheSameSize() {
    var buckets = new Buckets(7);
    int[] sizes = new int[7];
    new Random(3).longs(70_000).forEach(high -> sizes[buckets.of(high)]++);
    assertThat(Arrays.stream(sizes)).allMatch(size -> size > 9_500 && size < 10_500);
    assertThat(buckets.of(Long.MIN_VALUE)).isZero();
    assertThat(buckets.of(Long.MAX_VALUE)).isEqualTo(6);
    int[] inOrder = new Random(4).longs(1_000).sorted().mapToInt(buckets::of).toArray();
    assertThat(inOrder).isSorted().contains(0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void bucketIsSplitWhenThereAreMoreAndTakesInNoOthers() {
    var few = new Buckets(3);
    Buckets many = few.enoughFor(1_000, 50);
    assertThat(many.count()).isEqualTo(21);
    new Random(5)
        .longs(1_000)
        .forEach(high -> assertThat(many.of(high) / 7).isEqualTo(few.of(high)));
  }

  @Test
  void bucketsThatAreEnoughStayAsTheyAre() {
    assertThat(new Buckets(3).enoughFor(0, 50)).isEqualTo(new Buckets(3));
    assertThat(new Buckets(3).enoughFor(150, 50)).isEqualTo(new Buckets(3));
    assertThat(new Buckets(3).enoughFor(151, 50)).isEqualTo(new Buckets(6));
  }
}
