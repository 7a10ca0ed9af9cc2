-- A full pending list is worked off by the insert that fills it, which stalls intake: it may grow
-- until intake rests, and is worked off then (lib/submissions/settle-search-index.ts).
ALTER INDEX submissions_search_idx SET (gin_pending_list_limit = 65536);
