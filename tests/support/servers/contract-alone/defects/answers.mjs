const FIVE = ['manage_test', 'view_test', 'manage_products', 'view_products', 'view_published_products'];
export const TOKENS = {
  'demo-manage-test': ['manage_test:demo'],
  'demo-view-test': ['view_test:demo'],
  'demo-manage-products': ['manage_products:demo'],
  'demo-view-products': ['view_products:demo'],
  'demo-view-published-products': ['view_published_products:demo'],
  'demo-no-scope': [],
  'other-everything': FIVE.map((s) => s + ':other'),
};

export const answer = (status, body, headers = {}) => ({ status, body, headers });
export const fail = (status, message) => answer(status, { statusCode: status, message });
