-- Visits of Firefox (places.sqlite of the profile); targets are the bookmarks of the folder 'storms'
SELECT v.id, coalesce(v.from_visit, 0),
  iif(v.visit_type IN (4, 7, 8, 9)
    OR EXISTS (SELECT 1 FROM moz_historyvisits r WHERE r.from_visit = v.id AND r.visit_type IN (5, 6)),
    '', p.url),
  iif(EXISTS (SELECT 1 FROM moz_bookmarks b JOIN moz_bookmarks f ON f.id = b.parent
    WHERE b.fk = p.id AND f.title = 'storms'), 'target', '')
FROM moz_historyvisits v JOIN moz_places p ON p.id = v.place_id
ORDER BY v.visit_date, v.id;
