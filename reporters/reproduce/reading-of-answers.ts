/** Functions that read an answer: values of JSON by place, their form, and whether it is JSON at all. */
export const readingOfAnswers = String.raw`
# The value at a JSON Pointer, unchanged; fails with 1 if there is none, with 3 if the body is not JSON.
value() {
  awk -v want="$2" '
    function bad() { exit 3 }
    function ws() { while (substr(s, i, 1) ~ /^[ \t\r\n]$/) i++ }
    function str(  from, c) {
      if (substr(s, i, 1) != "\"") bad()
      from = i++
      while (i <= n) {
        c = substr(s, i, 1)
        if (c == "\\") { if (!index("\"\\/bfnrtu", substr(s, i + 1, 1))) bad(); i += 2 }
        else if (c < " ") bad()
        else { i++; if (c == "\"") return substr(s, from, i - from) }
      }
      bad()
    }
    function val(p,  from, c, k, j) {
      ws(); from = i; c = substr(s, i, 1)
      if (c == "\"") str()
      else if (c == "{" || c == "[") {
        i++; ws(); j = 0
        if (substr(s, i, 1) == (c == "{" ? "}" : "]")) i++
        else for (;;) {
          ws()
          if (c == "{") {
            k = str(); k = substr(k, 2, length(k) - 2); gsub(/~/, "~0", k); gsub(/\//, "~1", k)
            ws(); if (substr(s, i, 1) != ":") bad(); i++
          } else k = j++
          val(p "/" k); ws()
          if (substr(s, i, 1) == ",") { i++; continue }
          if (substr(s, i, 1) != (c == "{" ? "}" : "]")) bad()
          i++; break
        }
      } else {
        if (!match(substr(s, i, 60), /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null)/)) bad()
        i += RLENGTH
      }
      if (p == want) { found = 1; out = substr(s, from, i - from) }
    }
    { s = s (NR > 1 ? "\n" : "") $0 }
    END {
      n = length(s); i = 1
      if (n == 0) exit 1
      val(""); ws()
      if (i <= n) exit 3
      if (!found) exit 1
      printf "%s", out
    }' "$dir/$1.body"
}

is_json() {
  value "$1" '' >"$dir/whole"
  case $? in 3) return 1 ;; *) return 0 ;; esac
}

is_utf8() {
  od -An -v -tu1 "$dir/$1.body" | awk '
    { for (i = 1; i <= NF; i++) {
      b = $i
      if (more > 0) { if (b < low || b > high) bad = 1; low = 128; high = 191; more-- }
      else if (b > 127) {
        low = 128; high = 191
        if (b < 194 || b > 244) bad = 1
        more = b < 224 ? 1 : b < 240 ? 2 : 3
        if (b == 224) low = 160
        if (b == 237) high = 159
        if (b == 240) low = 144
        if (b == 244) high = 143
      }
    } }
    END { exit bad || more > 0 }'
}

is_labelled() {
  tr -d '\r' <"$dir/$1.head" | grep -Eqi '^content-type: *[a-z]+/([a-z0-9_.-]+[+])?json *(;|$)'
}

# What a value is like: its type, of short texts the signs.
form() {
  case $1 in
  '') printf absent ;;
  '{'*) printf object ;;
  '['*) printf array ;;
  '"'*)
    if [ "\${#1}" -gt 60 ] || printf %s "$1" | grep -q '[^ -~]'; then printf text
    else printf %s "$1" | sed -e 's/[0-9]/9/g' -e 's/[A-Z]/A/g' -e 's/[a-z]/a/g'; fi
    ;;
  *) printf %s "$1" | sed -e 's/[0-9]\{10,\}/N/g' -e 's/[0-9][0-9]*/9/g' ;;
  esac
}

# A text of the server on one line, and no command of a build service that runs this.
shown() {
  printf %s "$1" | tr -d '[:cntrl:]' | cut -c1-200 |
    sed -e ':a' -e 's/#\{2\}/#\\u0023/' -e ta -e ':b' -e 's/:\{2\}/:\\u003a/' -e tb \
      -e 's/\(travis_[a-z]*\):/\1\\u003a/g' -e 's/\(section_[a-z]*\):/\1\\u003a/g'
}
`
  .replaceAll('\\${', '${')
  .trim();
