import { render } from 'preact';
import { connect } from './net.ts';
import { followAddress } from './state/url.ts';
import { App } from './views/app.tsx';

const place = document.getElementById('page');
if (place !== null) {
  followAddress();
  place.replaceChildren();
  render(<App />, place);
  connect();
}
