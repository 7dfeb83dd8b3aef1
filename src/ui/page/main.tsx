import { render } from 'preact';
import { connect } from './net.ts';
import { App } from './views/app.tsx';

const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(<App />, place);
  connect();
}
