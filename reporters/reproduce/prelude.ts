/**
 * What every script begins with after its settings: how a request is sent, how a value is read from JSON, how
 * resources are made and deleted. POSIX sh, awk, sed and curl.
 */
export const prelude = String.raw`
LC_ALL=C
export LC_ALL
umask 077
dir=\${TMPDIR:-/tmp}/reproduce-$$
mkdir "$dir" || exit 2
ids=

clean() {
  trap - EXIT
  for id in $ids; do
    send clean DELETE "$project/$id" -H "$keeper"
  done
  rm -rf "$dir"
}
trap clean EXIT
trap 'exit 2' HUP INT TERM

cannot() {
  printf 'cannot tell: %s\n' "$1"
  exit 2
}

deviates() {
  printf 'deviates: expected %s, got %s\n' "$expected" "$1"
  exit 1
}

# name, method, path, further arguments of curl
send() {
  name=$1 method=$2 path=$3
  shift 3
  if [ "$method" = HEAD ]; then set -- -I "$@"; else set -- -X "$method" "$@"; fi
  : >"$dir/$name.body"
  curl -sS --globoff --path-as-is --max-time 30 \${CONFORMANCE_CA_FILE:+--cacert "$CONFORMANCE_CA_FILE"} \
    -o "$dir/$name.body" -D "$dir/$name.head" -w '%{http_code}' "$@" "$base$path" \
    >"$dir/$name.status" 2>"$dir/$name.error"
  printf %s "$?" >"$dir/$name.code"
}

status() {
  cat "$dir/$1.status"
}

succeeded() {
  case $(status "$1") in 2??) return 0 ;; *) return 1 ;; esac
}

# A limit or the network has answered.
heard() {
  case $(cat "$dir/$1.code") in 0 | 8 | 18 | 56) ;; *) cannot "no answer: $(head -n 1 "$dir/$1.error" | tr -d '[:cntrl:]')" ;; esac
  case $(status "$1") in 429 | 502 | 503 | 504) cannot "answered $(status "$1")" ;; esac
}

control() {
  heard "$1"
  succeeded "$1" || cannot "the request that should succeed ($2) was answered $(status "$1")"
}

# The value at a JSON Pointer as it stands; fails with 1 where there is none, with 3 where the body is no JSON.
value() {
  awk -v want="$2" '
    function bad() { exit 3 }
    function ws() { while (substr(s, i, 1) ~ /^[ \t\r\n]$/) i++ }
    function str(  from, c) {
      if (substr(s, i, 1) != "\"") bad()
      from = i++
      while (i <= n) {
        c = substr(s, i, 1)
        if (c == "\\") i += 2
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

shown() {
  printf %s "$1" | tr -d '[:cntrl:]' | cut -c1-200
}

# Notes what a create has made, so that it is deleted in the end; its id goes to $id.
made() {
  id=$(value "$1" "$id_pointer" | sed -e 's/^"//' -e 's/"$//')
  [ -n "$id" ] || id=$(sed -n -e 's/\r$//' -e 's/^[Ll]ocation: *//p' "$dir/$1.head" | sed -e 's/[?#].*//' -e 's,.*/,,' | tail -n 1)
  case $id in '' | *[!A-Za-z0-9._~-]*) cannot 'the id of a created resource is not understood' ;; esac
  ids="$ids $id"
}

# Makes a resource of its own; its id goes to $id.
own() {
  for body in "$create_body" '{"objectTypeProperty":{}}'; do
    send own POST "$project" -H "$keeper" -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw "$body"
    if succeeded own; then made own; return; fi
  done
  heard own
  cannot "a create was answered $(status own)"
}

# The version of a resource, from the answer of that name or else read; it goes to $version.
version_of() {
  version=
  [ -z "$2" ] || ! succeeded "$2" || version=$(value "$2" /version)
  case $version in '' | *[!0-9]*)
    send read GET "$project/$1" -H "$keeper" -H 'Accept: application/json'
    version=$(value read /version)
    ;;
  esac
  case $version in '' | *[!0-9]*) cannot 'the version of a resource cannot be read' ;; esac
}

# Puts octets into a file, and says how curl takes it.
picture() {
  printf "$2" >"$dir/$1.picture"
  printf '@%s' "$dir/$1.picture"
}

# A token whose last third is another one.
altered() {
  printf %s "$1" | awk '{
    kept = int(length($0) * 2 / 3)
    printf "%s", substr($0, 1, kept)
    for (i = kept + 1; i <= length($0); i++) printf "%s", substr($0, i, 1) == "x" ? "y" : "x"
  }'
}

# What reads show may lag: seconds to wait before a look is held to be final.
lag() {
  ms=\${CONFORMANCE_SETTLE_MS:-5000,15000}
  if [ "$1" = query ]; then ms=\${ms##*,}; else ms=\${ms%%,*}; fi
  sleep $(((ms + 999) / 1000))
}
`
  .replaceAll('\\${', '${')
  .trim();
