import assert from 'node:assert/strict';
import { articleHtml } from '../../src/ui/window/articleHtml.ts';

describe('The page about a problem', () => {
  const article = {
    title: '<b>title</b>',
    note: 'a & b',
    paragraphs: [{ heading: '"one"', text: '</main><script>1</script>' }],
    links: [{ text: "it's", address: 'command:dataConnections.explainProblem?%5B%22empty%22%5D' }],
    linksHeading: 'Others',
  };

  it('has no script, allows only its own style, and loads nothing', () => {
    const html: string = articleHtml(article);
    const nonce = /<style nonce="([\w-]{22})">/.exec(html)?.[1] ?? '';
    assert.equal(
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1],
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    );
    assert.doesNotMatch(html, /<script|<img|\son\w+=|\bsrc=/);
    assert.notEqual(articleHtml(article), html);
  });

  it('shows every text as it is', () => {
    const html: string = articleHtml(article);
    for (const text of ['&#60;b&#62;title&#60;/b&#62;', 'a &#38; b', '&#34;one&#34;', '&#60;/main&#62;', 'it&#39;s']) {
      assert.ok(html.includes(text), text);
    }
    assert.match(html, /<a href="command:dataConnections\.explainProblem\?%5B%22empty%22%5D">/);
  });
});
