#!/usr/bin/env python3
"""Cuts the fonts of the canvas down to the glyphs that it draws: those of the texts in the sources, and what
people may bring in names.

    python3 assets/fonts/make.py INTER STIX

INTER and STIX are the folders of the npm packages @expo-google-fonts/inter (0.4) and
@expo-google-fonts/stix-two-text (0.4); fontTools (Debian's python3-fonttools) does the work. The canvas'
rasteriser reads outlines and advances only and knows no OpenType features, so the digits are made the fonts'
tabular ones, and every table is dropped but those that it reads and those without which a browser, which sets the
laboratory in the same fonts, takes none.
"""

import subprocess
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

HERE = Path(__file__).parent


def between(first, last):
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


ASCII = between(" ", "~")
# Names of features and files come from people: Western European letters at least.
LATIN = between("\u00a0", "\u00ac") + between("\u00ae", "\u00ff") + "ŒœŠšŽž‘‚„‹›"
# Made up at run time, so that no source has them all: numbers, exponents, subscripts.
NUMBERS = "−×…⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉"
# Capital Greek letters stand upright, as in ΔJ and Σ; small ones are slanted. They are taken from the symbol
# font everywhere, so that a μ in a sentence looks like the μ of a formula.
GREEK_CAPITALS = "ΓΔΘΛΞΠΣΦΨΩ"
GREEK = "αβγδεζηθικλμνξπρστφχψω"

# What stands upright in an equation: figures, operators, brackets, words.
UPRIGHT = between("a", "z") + "0123456789()[]{}|‖+−=×·±/,.;:!%<>½…" + GREEK_CAPITALS

TABULAR = "0123456789−"
# At 13 px and three device pixels each, a step of this grid is a thirteenth of a device pixel.
UNITS_PER_EM = 512
# What stb_truetype reads, and what browsers demand beside that.
KEPT_TABLES = ["cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "OS/2", "name", "post"]


def tabular_glyphs(font):
    """Glyph → glyph, the single substitutions of the feature of tabular numbers."""
    substitutes = {}
    if "GSUB" not in font:
        return substitutes
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for part in table.LookupList.Lookup[index].SubTable:
                substitutes.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return substitutes


def cut(source, glyphs, target):
    font = TTFont(source, recalcTimestamp=False)
    known = font.getBestCmap()
    missing = [glyph for glyph in glyphs if ord(glyph) not in known]
    if missing:
        sys.exit(f"{source} has no glyph for {' '.join(missing)}")

    tabular = tabular_glyphs(font)
    map12 = CmapSubtable.newSubtable(12)
    map12.platformID, map12.platEncID, map12.language = 3, 10, 0
    map12.cmap = {
        ord(glyph): tabular.get(known[ord(glyph)], known[ord(glyph)]) if glyph in TABULAR else known[ord(glyph)]
        for glyph in glyphs
    }
    font["cmap"] = newTable("cmap")
    font["cmap"].tableVersion = 0
    font["cmap"].tables = [map12]

    options = subset.Options(hinting=False, layout_features=[], glyph_names=False, name_IDs=[])
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map12.cmap)
    cutter.subset(font)
    for tag in set(font.keys()) - {*KEPT_TABLES, "GlyphOrder"}:
        del font[tag]
    units = font["head"].unitsPerEm
    scale_upem(font, units // -(-units // UNITS_PER_EM))
    font["cmap"].tables = [map12]
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes, {len(map12.cmap)} glyphs")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    inter, stix = map(Path, sys.argv[1:])
    check = HERE.parent.parent / "tests" / "check_glyphs.mjs"
    texts = subprocess.run(["node", check, "--list"], check=True, capture_output=True, encoding="utf-8").stdout
    rest = "".join(glyph for glyph in texts if glyph not in GREEK)
    fonts = [
        ("text", inter / "400Regular/Inter_400Regular.ttf", ASCII + LATIN + NUMBERS + GREEK_CAPITALS + rest),
        ("strong", inter / "600SemiBold/Inter_600SemiBold.ttf", ASCII + "−·×…–—’"),
        ("symbol", stix / "400Regular_Italic/STIXTwoText_400Regular_Italic.ttf", between("A", "Z") + between("a", "z") + "Ĩ\u0304" + GREEK),
        ("upright", stix / "400Regular/STIXTwoText_400Regular.ttf", " " + UPRIGHT),
    ]
    for name, source, glyphs in fonts:
        cut(source, sorted(set(glyphs)), HERE / f"{name}.ttf")


main()
