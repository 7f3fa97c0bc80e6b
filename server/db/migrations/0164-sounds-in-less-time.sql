-- Outside a transaction
-- Since 0159 a name took seven times as long as before, and of "Devi Rukmini" the u became an i.
create or replace function sounds_of(name text) returns tsvector
language plpgsql immutable strict cost 1000 as $$
declare
  places constant text := '-nM--aAiiuuRleeeYoooWkkggnccjjnttddnttddnnppbbmyrrlllvsssh----AiiuuRReeeYoooW---------------r-------------------n---------------';
  spellings constant text := 'а:a б:b в:v г:g ґ:g ғ:g д:d е:e є:ye ә:a ж:zh җ:zh з:z и:i і:i ј:j к:k қ:k л:l љ:lj м:m н:n ң:n њ:nj о:o ө:o п:p р:r с:s т:t ћ:ch ђ:dj у:u ү:u ұ:u ф:f х:kh һ:h ц:ts ч:ch џ:dzh ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o';
  said text := name;
  words text[];
  rule text[];
  twice text;
begin
  if said ~ '[^a-zA-Z .]' then
    said := regexp_replace(normalize(said, nfkd), '(r)\u0323', '\1i', 'gi');
    said := regexp_replace(said, '[\u0300-\u036f\u200b-\u200d''’`]', '', 'g');
    said := lower(normalize(said, nfkc) collate "und-x-icu");
    said := replace(replace(replace(replace(said, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    said := translate(said, 'øđłıðəħŋ', 'odlidahn');
  end if;
  said := lower(said);
  -- Signs between words: those of ASCII and Latin-1, Arabic, the two dandas, general punctuation and symbols.
  words := regexp_split_to_array(
    trim(regexp_replace(said, '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u060c\u061b\u061f\u06d4\u0964\u0965\u0970\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3008-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')), ' ');
  said := array_to_string(words, ' ') || ' '
    || (select string_agg(array_to_string(words[n:], ''), ' ') from generate_subscripts(words, 1) n);
  if octet_length(said) > length(said) then
    if said ~ '[\u0900-\u0d7f]' then
      foreach rule slice 1 in array array[
        ['', '(?<= |^)(?=[\u0b80-\u0bff])', '~'], [e'\u093c', '[\u0921\u0922]\u093c', 'र'], [e'\u09bc', '[\u09a1\u09a2]\u09bc', 'र'],
        [e'\u093c', null, ''], [e'\u09bc', null, ''], [e'\u0a3c', null, ''], [e'\u0abc', null, ''], [e'\u0b3c', null, ''], [e'\u0cbc', null, ''],
        ['सिंह', '(?<!नर)सिंह(?= |$)', 'सिंघ'], ['સિંહ', 'સિંહ(?= |$)', 'સિંઘ'], ['', '([\u093e\u09be\u0a3e\u0abe])[हহਹહ](?= |$)', '\1h'],
        ['ेह', 'ेह(?=[तर])', 'े'], ['મહેત', '(?<= |^)મહેત', 'મેત'], ['ட்ச', 'ட்ச(?:ு(?=ம))?', 'க்ஷ்'],
        ['~இ', '(~)இ(?=ர[^ ு]|லக்ஷ்)', '\1'], ['ிர', '([கதப])ி(?=ர)', '\1்'], ['റ്റ', null, 'ട്ട'],
        ['', '([\u0915-\u0939\u095c\u0995-\u09b9\u09dc\u0a15-\u0a39\u0a5c\u0a95-\u0ab9\u0adc\u0b15-\u0b39\u0b5c\u0b95-\u0bb9\u0bdc\u0c15-\u0c39\u0c5c\u0c95-\u0cb9\u0cdc\u0d15-\u0d39\u0d5c\u09f0\u09f1\u0b5f\u0b71])(?![\u093e-\u094d\u09be-\u09cd\u0a3e-\u0a4d\u0abe-\u0acd\u0b3e-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbe-\u0ccd\u0d3e-\u0d4d])', '\1a']
      ] loop
        said := case
          when position(rule[1] in said) = 0 then said
          when rule[2] is null then replace(said, rule[1], rule[3])
          else regexp_replace(said, rule[2], rule[3], 'g')
        end;
      end loop;
      said := translate(said, 'ৎৰৱൺൻർൽൾൿசୟୱ', 'trvnnrllksyv');
      said := (
        select string_agg(
          case when ascii(letter) between 2304 and 3455 then replace(substr(places, ascii(letter) % 128 + 1, 1), '-', '') else letter end,
          '' order by n)
        from string_to_table(said, null) with ordinality as each (letter, n)
      );
    end if;
    if said ~ '[\u0370-\u052f]' then
      foreach rule slice 1 in array array[
        ['ου', null, 'ou'], ['υ', '([αε])υ', '\1v'], ['μπ', '(?<= |^)μπ', 'b'], ['μπ', null, 'mb'], ['ντ', '(?<= |^)ντ', 'd'],
        ['γκ', '(?<= |^)γκ', 'g'], ['γ', 'γ(?=[γκχξ])', 'n']
      ] loop
        said := case
          when position(rule[1] in said) = 0 then said
          when rule[2] is null then replace(said, rule[1], rule[3])
          else regexp_replace(said, rule[2], rule[3], 'g')
        end;
      end loop;
      said := (
        select string_agg(coalesce(split_part(pair, ':', 2), letter), '' order by n)
        from string_to_table(said, null) with ordinality as each (letter, n)
        left join string_to_table(spellings, ' ') as pair on split_part(pair, ':', 1) = letter
      );
    end if;
    if said ~ '[\u0600-\u06ff]' then
      foreach rule slice 1 in array array[
        ['[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06be\u06d6-\u06ed]', ''], ['(?<= |^)ال(?=[^ ][^ ])', '']
      ] loop
        said := regexp_replace(said, rule[1], rule[2], 'g');
      end loop;
      said := translate(said, 'ىئیےؤآأإٱعءہهخکقثطٹذظژضڈصشچگڑںۃ', 'ييييوااااااححكككتتتزززددسسسغرنة');
      foreach rule slice 1 in array array[
        ['(?<= |^)ا[اوي]+', 'ا'], ['([^ ])ا+', '\1'], ['لل', 'ل'], ['وو', 'و'], ['([^ ][^ ])[يوحة]+(?= |$)', '\1'],
        ['([\u0600-\u06ff][^ ]*)', '\1.']
      ] loop
        said := regexp_replace(said, rule[1], rule[2], 'g');
      end loop;
    end if;
  end if;
  -- What a rule must find before its pattern is tried; without a pattern that is what changes. PostgreSQL keeps 32 patterns
  -- ready, and a name that needs more of them takes ten times as long.
  foreach rule slice 1 in array array[
    ['ye', '(?<= |^)ye', 'e'], ['sch', '(?<= |^)sch', 'sh'], ['sz', null, 'sh'], ['cz', null, 'ch'], ['e', '([aou])e(?=[^ aeiouy])', '\1'],
    ['Av', 'Av[au]?(?= |$)', 'ao'], ['M', 'M(?=[cdgjkstv])', 'n'], ['M', null, 'm'], ['A', null, 'a'], ['R', null, 'ri'], ['Y', null, 'ai'],
    ['W', null, 'au'], ['ou', null, 'au'], ['ow', null, 'au'], ['x', null, 'ks'], ['ee', null, 'i'], ['oo', null, 'u'],
    ['er', '([^ ~]{2}[^ aeiou~])era?(?= |$)', '\1r'], ['erji', null, 'rji'], ['w', null, 'v'], ['zh', null, 'l'], ['jh', null, 'j'],
    ['z', null, 'j'], ['q', null, 'k'], ['f', null, 'p'], ['ch', 'chh?', 'c'], ['gny', null, 'jn'], ['gn', null, 'jn'], ['gy', null, 'jn'],
    ['dny', null, 'jn'], ['ru', '([^ aeiou~])ru(?=[^ aeiouy])', '\1ri'], ['h', '([bcdgjkpst])h', '\1'], ['h', 'h(?=[^ aeiou])', ''],
    ['h', '([^ ~][^ ][^ ])h(?= |$)', '\1'], ['ms', null, 'ns'], ['ei', null, 'ai'], ['ey', null, 'ai'], ['y', null, 'i'],
    ['nad', 'nada?(?= |$)', 'nat']
  ] loop
    said := case
      when position(rule[1] in said) = 0 then said
      when rule[2] is null then replace(said, rule[1], rule[3])
      else regexp_replace(said, rule[2], rule[3], 'g')
    end;
  end loop;
  foreach twice in array '{aa,bb,cc,dd,ee,gg,hh,ii,jj,kk,ll,mm,nn,oo,pp,rr,ss,tt,uu,vv}'::text[] loop
    while position(twice in said) > 0 loop
      said := replace(said, twice, left(twice, 1));
    end loop;
  end loop;
  said := regexp_replace(said, '(^| )([^ aeiou]*)a', '\1\2@', 'g');
  said := replace(regexp_replace(said, 'a(?![iou])', '', 'g'), '@', 'a');
  if position('rji' in said) + position('opdiai' in said) > 0 then
    foreach rule slice 1 in array array[
      ['(?<= |^)(ban|cat|muk)(?:di?)?opdiai(?= |$)', '\1rji'], ['(?<= |^)gangopdiai(?= |$)', 'ganguli'], ['(?<= |^)([bc])[ei]([nt])rji(?= |$)', '\1a\2rji']
    ] loop
      said := regexp_replace(said, rule[1], rule[2], 'g');
    end loop;
  end if;
  return array_to_tsvector(array_remove(string_to_array(said, ' '), ''));
end
$$;
create index concurrently if not exists people_by_sound on people using gin (sounds_of(fullname));
create index concurrently if not exists payments_by_sound on payments using gin (sounds_of(full_name));
create index concurrently if not exists ticket_payments_by_sound on ticket_payments using gin (sounds_of(name));
-- Statistics would take the sound of thousands of names at each analyze, and change no plan.
do $$ begin
  alter index people_by_sound alter column 1 set statistics 0;
  alter index payments_by_sound alter column 1 set statistics 0;
  alter index ticket_payments_by_sound alter column 1 set statistics 0;
end $$;
drop index concurrently if exists people_by_sounds;
drop index concurrently if exists payments_by_sounds;
drop index concurrently if exists ticket_payments_by_sounds;
