/**
 * namespace-action-with-headers gives the amounts of the line items as localised strings ("12,99") when
 * Service-Locale is of another language than English.
 *
 * Forbidden: Resources, Money: centAmount is an integer; 4.18: "Response: JSON Cart".
 *
 * Shows: GET /demo/resource/namespace-action-with-headers with Accept and Service-Locale: de_DE:
 * lineItems[0].price.centAmount is "12,99"
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op !== 'nsHeaders' || res.status !== 200 || /^en\b|^en_/i.test(ctx.headers['service-locale']))
      return;
    for (const item of res.body.lineItems)
      item.price.centAmount = (item.price.centAmount / 100).toFixed(2).replace('.', ',');
  },
});
