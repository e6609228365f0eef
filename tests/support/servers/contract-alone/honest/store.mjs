/** Records are immutable; each write replaces one in a single step, so that versions are compared and set at once. */
export class Store {
  constructor(project, o, time) {
    Object.assign(this, { project, o, time, map: new Map(), tomb: new Map(), hist: new Map(), seq: 0 });
  }
  get(id) {
    return this.map.get(id);
  }
  all() {
    return [...this.map.values()];
  }
  byKey(key) {
    return this.all().find((r) => r.key === key);
  }
  latest() {
    return this.all().reduce((a, b) => (!a || b.n > a.n ? b : a), null);
  }
  snap(id, rec) {
    if (!this.o.lagged) return;
    const h = this.hist.get(id) ?? [];
    h.push([this.time.now(), rec]);
    this.hist.set(id, h);
  }
  set(rec, why) {
    this.map.set(rec.id, rec);
    this.tomb.delete(rec.id);
    this.snap(rec.id, rec);
    this.o.onWrite?.(this, rec, why);
    return rec;
  }
  create(f, why = 'create') {
    const n = ++this.seq,
      t = this.time.iso();
    const rec = { n, key: undefined, some: undefined, extra: {}, createdAt: t, ...f, modifiedAt: t };
    rec.id = this.o.newId ? this.o.newId(n, this, rec) : this.time.uuid();
    rec.version = this.nextVersion(null, rec);
    return this.set(rec, why);
  }
  nextVersion(prev, rec) {
    return this.o.version ? this.o.version(prev, this, rec) : prev === null ? 1 : prev + 1;
  }
  change(id, patch, why) {
    // new version with these members replaced
    const r = this.map.get(id);
    if (!r) return null;
    return this.set(
      { ...r, ...patch, modifiedAt: this.time.iso(), version: this.nextVersion(r.version, r) },
      why,
    );
  }
  remove(id, why = 'delete') {
    const r = this.map.get(id);
    if (!r) return null;
    this.map.delete(id);
    this.tomb.set(id, r);
    this.snap(id, null);
    this.o.onRemove?.(this, r, why);
    return r;
  }
  // what a replica that lags by ms shows; delLag: only removals lag
  at(id, lag, delLag = lag) {
    if (!lag && !delLag) return this.map.get(id);
    const h = this.hist.get(id) ?? [],
      now = this.time.now();
    let seen;
    for (const [t, rec] of h) {
      if (now - t >= (rec ? lag : delLag)) seen = rec ?? undefined;
    }
    return seen;
  }
  allAt(lag, delLag = lag) {
    return !lag && !delLag
      ? this.all()
      : [...this.hist.keys()].map((i) => this.at(i, lag, delLag)).filter(Boolean);
  }
}
