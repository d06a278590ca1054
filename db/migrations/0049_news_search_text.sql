-- News are searched by the same words as booklets: 'col.legi' and 'oﬁcina' as 'collegi' and 'oficina'.
update news set search_text = regexp_replace(normalize(search_text, nfkd), '(?<=l)[•‧.](?=l)', '', 'g')
where search_text ~ 'l[•‧.]l' or search_text is not nfkd normalized;
