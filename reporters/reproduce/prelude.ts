import { readingOfAnswers } from './reading-of-answers.ts';

/** The functions that the rest of a script calls, directly or through other functions. POSIX sh, awk, sed and curl. */
export function preludeOf(rest: string): string {
  const parts = prelude.split(/\n\n+(?=(?:#.*\n)*\w+\(\) \{\n)/).map((text) => ({
    text,
    name: /^(\w+)\(\) \{$/m.exec(text)?.[1],
  }));
  const namedIn = (texts: readonly string[]): typeof parts =>
    parts.filter(({ name }) => {
      const word = new RegExp(`\\b${name}\\b`);
      return name === undefined || always.includes(name) || texts.some((text) => word.test(text));
    });
  let kept = namedIn([rest]);
  for (let before = 0; before < kept.length;) {
    before = kept.length;
    kept = namedIn([rest, ...kept.map(({ text }) => text)]);
  }
  return kept.map(({ text }) => text).join('\n\n');
}

/** The trap beside it calls this function. */
const always = ['clean'];

const prelude = String.raw`
LC_ALL=C
export LC_ALL
umask 077
dir=\${TMPDIR:-/tmp}/reproduce-$$
mkdir "$dir" || exit 2
ids=
sleeper=

clean() {
  trap - EXIT
  [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null
  for id in $ids; do
    send clean DELETE "$project/$id" -H "$keeper"
    case $(status clean) in 2?? | 404 | 410) ;; *) printf 'left behind: %s\n' "$id" ;; esac
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

# name, method, path, -H and a field for each, further arguments of curl. Fields reach curl by its input: they may hold
# a token, and whoever lists processes sees their arguments.
send() {
  name=$1 method=$2 path=$3 fields=
  shift 3
  while [ "\${1:-}" = -H ]; do
    fields="\${fields:+$fields
}$2"
    shift 2
  done
  if [ "$method" = HEAD ]; then set -- -I "$@"; else set -- -X "$method" "$@"; fi
  : >"$dir/$name.body"
  curl -sS --globoff --path-as-is --max-time 30 \${CONFORMANCE_CA_FILE:+--cacert "$CONFORMANCE_CA_FILE"} \
    -o "$dir/$name.body" -D "$dir/$name.head" -w '%{http_code}' -H @- "$@" "$base$path" \
    >"$dir/$name.status" 2>"$dir/$name.error" <<END
$fields
END
  printf %s "$?" >"$dir/$name.code"
}

status() {
  cat "$dir/$1.status"
}

succeeded() {
  case $(status "$1") in 2??) return 0 ;; *) return 1 ;; esac
}

# A limit or the network has answered, unless with that status.
heard() {
  case $(cat "$dir/$1.code") in 0 | 8 | 18 | 56) ;; *) cannot "no answer: $(shown "$(head -n 1 "$dir/$1.error")")" ;; esac
  case $(status "$1") in "\${2:-000}") ;; 429 | 502 | 503 | 504) cannot "answered $(status "$1")" ;; esac
}

# The connection was closed before an answer was whole.
is_cut() {
  case $(cat "$dir/$1.code") in 18 | 52 | 56) return 0 ;; esac
  heard "$1"
  return 1
}

control() {
  heard "$1"
  succeeded "$1" || cannot "the request that should succeed ($2) was answered $(status "$1")"
}

@answers@

# The id that the answer to a create shows goes to $id; fails where none is understood.
id_of() {
  id=$(value "$1" "$id_pointer" | sed -e 's/^"//' -e 's/"$//')
  [ -n "$id" ] || id=$(sed -n -e 's/\r$//' -e 's/^[Ll]ocation: *//p' "$dir/$1.head" | sed -e 's/[?#].*//' -e 's,.*/,,' | tail -n 1)
  case $id in '' | *[!A-Za-z0-9._~-]*) return 1 ;; esac
}

# Notes what a create has made, so that it is deleted in the end; its id goes to $id.
made() {
  id_of "$1" || cannot 'the id of a created resource is not understood'
  ids="$ids $id"
}

# The same, where it is the answer that is judged.
noted() {
  if id_of "$1"; then ids="$ids $id"; fi
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
  awk '{
    kept = int(length($0) * 2 / 3)
    printf "%s", substr($0, 1, kept)
    for (i = kept + 1; i <= length($0); i++) printf "%s", substr($0, i, 1) == "x" ? "y" : "x"
  }' <<END
$1
END
}

# What reads show may lag: seconds to wait before a look is held to be final.
lag() {
  ms=\${CONFORMANCE_SETTLE_MS:-5000,15000}
  if [ "$1" = query ]; then ms=\${ms#*,}; else ms=\${ms%%,*}; fi
  pause $(((ms + 999) / 1000))
}

# Waits so many seconds; whoever ends the script need not wait for them.
pause() {
  sleep "$1" >/dev/null &
  sleeper=$!
  wait "$sleeper"
  sleeper=
}
`
  .replace('@answers@', () => readingOfAnswers)
  .replaceAll('\\${', '${')
  .trim();
