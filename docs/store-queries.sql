-- Questions to crawl.db, the directory of a crawl (store.md). CrawlHistory answers the usual ones in Java.

-- The harvest curve: relevant pages after each hundred visits
SELECT max(number) AS visited, sum(sum(relevant)) OVER (ORDER BY (number - 1) / 100) AS relevant
FROM visit WHERE number IS NOT NULL GROUP BY (number - 1) / 100;

-- Pages and relevance by host
SELECT u.host, count(*) AS pages, sum(v.relevant) AS relevant, avg(v.relevance) AS relevance
FROM visit v JOIN url u ON u.id = v.url WHERE v.number IS NOT NULL
GROUP BY u.host ORDER BY relevant DESC, pages DESC LIMIT 20;

-- Failures
SELECT status, detail, count(*) AS urls FROM visit WHERE number IS NULL
GROUP BY status, detail ORDER BY urls DESC LIMIT 20;

-- The best pending URLs
SELECT u.url, coalesce(p.score, p.key) AS score, p.depth
FROM pending p JOIN url u ON u.id = p.url
ORDER BY p.key DESC, p.tie DESC, p.url LIMIT 20;

-- Equal pages under several URLs
SELECT hex(digest) AS page, count(*) AS duplicates FROM visit WHERE digest IS NOT NULL
GROUP BY digest HAVING duplicates > 1 ORDER BY duplicates DESC LIMIT 20;

-- Do scores predict relevance? The average relevance by score
SELECT round(v.score, 1) AS score, count(*) AS pages, avg(v.relevance) AS relevance
FROM visit v WHERE v.number IS NOT NULL AND v.score IS NOT NULL GROUP BY 1 ORDER BY 1 DESC;
