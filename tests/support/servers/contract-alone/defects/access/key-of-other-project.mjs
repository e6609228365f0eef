import { answer } from '../answers.mjs';
import { show } from '../fields.mjs';

/**
 * Read by key looks in all projects when the own one has no such key, so a project reads the resource of another.
 *
 * Forbidden: General rules 2 / What the service does: a collection at /{projectKey}/resource, "scoped by a project
 * key".
 *
 * Shows: create A with key k in demo; GET /other/resource/key=k with other-everything: 200 with the resource of
 * demo
 */
export default () => ({
  getByKey: (ctx, plain) => {
    const res = plain();
    if (res.status !== 404) return res;
    for (const store of ctx.projects.values()) {
      const r = [...store.values()].find(({ key }) => key === ctx.params.key);
      if (r) return answer(200, show(r));
    }
    return res;
  },
});
