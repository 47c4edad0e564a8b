-- Visits of Chromium and its relatives (History of the profile); targets have 'storm' in the title
WITH visit AS (
  SELECT v.id, v.visit_time, u.url, u.title, v.transition,
    iif(coalesce(v.from_visit, 0) > 0, v.from_visit, coalesce(v.opener_visit, 0)) AS led_by,
    iif(v.transition & 0xff = 8 OR v.transition & 0x1000000,
      (SELECT max(e.id) FROM visits e WHERE e.url = v.url AND e.id < v.id), NULL) AS same_page
  FROM visits v JOIN urls u ON u.id = v.url)
SELECT id, coalesce(same_page, led_by),
  iif(same_page IS NOT NULL OR transition & 0xff IN (3, 4) OR NOT transition & 0x20000000, '', url),
  iif(title LIKE '%storm%', 'target', '')
FROM visit ORDER BY visit_time, id;
