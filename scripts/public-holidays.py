# Writes server/features/meetings/holidays.txt, the public holidays that `read_holidays` knows. Run it once a year:
#
#   pip install holidays && python3 scripts/public-holidays.py 2026 2032 > server/features/meetings/holidays.txt
#
# The days come from the package `holidays` (https://github.com/vacanza/holidays, MIT), whose files name their sources.
# Each line has the country, the day, the name, the regions ('*': all of them; '-': all but these) and a doubt. Lines
# without a day name the regions.
import sys
import warnings
from collections import defaultdict

import holidays

warnings.simplefilter("ignore")
first, last = int(sys.argv[1]), int(sys.argv[2])
languages = {"IN": "en_US", "US": "en_US", "GB": "en_GB", "CA": "en_CA", "AU": "en_AU"}

# Where the package's codes are older than ISO 3166-2.
codes = {"TS": "TG"}

# Days of states, the same each year. One counts where the package has no public holiday on that day.
of_states = """
01-12 Swami Vivekananda Jayanti: WB
01-23 Netaji Subhas Chandra Bose Jayanti: AS OD TR WB
01-25 State Day: HP
02-20 State Day: AR MZ
03-22 Bihar Day: BR
03-23 Shaheed Diwas: HR PB
04-01 Odisha Day: OD
04-15 Himachal Day: HP
05-01 Gujarat Day: GJ
05-01 Maharashtra Day: MH
05-01 Labour Day: AS BR GA KA KL MN PY TN TR TG WB
05-16 State Day: SK
06-02 Telangana Formation Day: TG
08-13 Patriots’ Day: MN
08-16 De Jure Transfer Day: PY
10-31 Sardar Vallabhbhai Patel Jayanti: GJ
11-01 Formation Day: AP CG HR
11-01 Karnataka Formation Day: KA
11-01 Puducherry Liberation Day: PY
11-15 Jharkhand Foundation Day: JH
12-01 Nagaland Statehood Day: NL
12-18 Guru Ghasidas Jayanti: CG
12-19 Goa Liberation Day: GA
"""


def read(country, region, **more):
    found = holidays.country_holidays(
        country, subdiv=region, years=range(first, last + 1), language=languages[country], **more
    )
    for day, names in found.items():
        if first <= day.year <= last:
            for name in names.split("; "):
                yield day.isoformat(), name


def write(country):
    regions = sorted(codes.get(code, code) for code in holidays.country_holidays(country).subdivisions)
    public, optional = defaultdict(set), defaultdict(set)
    for code in holidays.country_holidays(country).subdivisions:
        region = codes.get(code, code)
        for key in read(country, code):
            public[key].add(region)
        if country == "IN":
            for key in read(country, code, categories=("government", "optional")):
                optional[key].add(region)
    if country == "IN":
        for year in range(first, last + 1):
            for line in of_states.strip().splitlines():
                day_and_name, where = line.split(": ")
                day, name = day_and_name.split(" ", 1)
                taken = {region for key in public if key[0] == f"{year}-{day}" for region in public[key]}
                public[f"{year}-{day}", name] |= set(where.split()) - taken
    for key in optional:
        optional[key] -= public[key]
    rows = []
    for table, remark in ((public, ""), (optional, "optional")):
        for (day, name), where in table.items():
            if not where:
                continue
            plain = name.removesuffix(" (estimated)").removesuffix(" (observed)").strip()
            about = "estimated" if name.endswith(" (estimated)") else ""
            others = set(regions) - where
            shown = "*" if not others else " ".join(sorted(where))
            if others and len(others) < len(where):
                shown = "-" + " ".join(sorted(others))
            rows.append((country, day, plain, shown, remark or about))
    for code, names in holidays.country_holidays(country).get_subdivision_aliases().items():
        rows.append((country, "", next(name for name in names if len(name) > 2), codes.get(code, code), ""))
    for row in sorted(set(rows)):
        print("\t".join(row))


for country in languages:
    write(country)
