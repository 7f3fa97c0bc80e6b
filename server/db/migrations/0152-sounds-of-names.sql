-- Names are found by their sound: "lakshmi" finds లక్ష్మి. The rules are those of contract/shared/person/sound.ts.
create function sounds_of(name text) returns tsvector
language plpgsql immutable strict cost 1000 as $$
declare
  places constant text := '-nM--aAiiuuRleeeYoooWkkggnccjjnttddnttddnnppbbmyrrlllvsssh----AiiuuRReeeYoooW---------------r-------------------n---------------';
  said text := name;
  words text[];
  rule text[];
  twice text;
begin
  if said ~ '[^a-zA-Z .]' then
    said := regexp_replace(normalize(said, nfkd), '(r)\u0323', '\1i', 'gi');
    said := regexp_replace(said, '[\u0300-\u036f\u200b-\u200d''’`]', '', 'g');
    said := lower(normalize(said, nfkc) collate "und-x-icu");
    said := translate(replace(replace(replace(said, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øđłı', 'odli');
  end if;
  said := lower(said);
  -- Signs between words: those of ASCII and Latin-1, the two dandas, general punctuation and symbols.
  words := regexp_split_to_array(
    trim(regexp_replace(said, '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u0964\u0965\u0970\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')), ' ');
  said := array_to_string(words, ' ') || ' '
    || (select string_agg(array_to_string(words[n:], ''), ' ') from generate_subscripts(words, 1) n);
  if said ~ '[\u0900-\u0d7f]' then
    foreach rule slice 1 in array array[
      ['(?<= |^)(?=[\u0b80-\u0bff])', '~'],
      ['[\u0921\u0922]\u093c|[\u09a1\u09a2]\u09bc', 'र'],
      ['[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]', ''],
      ['([\u0915-\u0939\u095c\u0995-\u09b9\u09dc\u0a15-\u0a39\u0a5c\u0a95-\u0ab9\u0adc\u0b15-\u0b39\u0b5c\u0b95-\u0bb9\u0bdc\u0c15-\u0c39\u0c5c\u0c95-\u0cb9\u0cdc\u0d15-\u0d39\u0d5c\u09f0\u09f1])(?![\u093e-\u094d\u09be-\u09cd\u0a3e-\u0a4d\u0abe-\u0acd\u0b3e-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbe-\u0ccd\u0d3e-\u0d4d])', '\1a']
    ] loop
      said := regexp_replace(said, rule[1], rule[2], 'g');
    end loop;
    said := translate(said, 'ৎৰৱൺൻർൽൾൿச', 'trvnnrllks');
    said := replace((
      select string_agg(case when ascii(letter) between 2304 and 3455 then substr(places, ascii(letter) % 128 + 1, 1) else letter end, '' order by n)
      from string_to_table(said, null) with ordinality as each (letter, n)
    ), '-', '');
  end if;
  foreach rule slice 1 in array array[
    ['Av[au]?(?= |$)', 'ao'], ['M(?=[cdgjkstv])', 'n'], ['M', 'm'], ['A', 'a'], ['R', 'ri'], ['Y', 'ai'], ['W|ou|ow', 'au'], ['x', 'ks'], ['ee', 'i'],
    ['oo', 'u'], ['w', 'v'], ['zh', 'l'], ['[zj]h?', 'j'], ['q', 'k'], ['f', 'p'], ['chh?', 'c'],
    ['g(?:ny|n|y)|dny|jn', 'jn'], ['([^aeiou ~])ru(?=[^aeiouy ])', '\1ri'], ['([bcdgjkpst])h', '\1'],
    ['h(?=[^aeiou ])', ''], ['([^ ~])h(?= |$)', '\1'], ['m(?=s)', 'n'], ['e[iy]', 'ai'], ['y', 'i'],
    ['nada?(?= |$)', 'nat']
  ] loop
    said := regexp_replace(said, rule[1], rule[2], 'g');
  end loop;
  foreach twice in array '{aa,bb,cc,dd,ee,gg,hh,ii,jj,kk,ll,mm,nn,oo,pp,rr,ss,tt,uu,vv}'::text[] loop
    while position(twice in said) > 0 loop
      said := replace(said, twice, left(twice, 1));
    end loop;
  end loop;
  said := regexp_replace(said, '(^| )([^ aeiou]*)a', '\1\2@', 'g');
  said := replace(regexp_replace(said, 'a(?![iou])', '', 'g'), '@', 'a');
  return array_to_tsvector(array_remove(string_to_array(said, ' '), ''));
end
$$;
