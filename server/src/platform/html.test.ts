import { expect, test } from 'vitest'
import { html } from './html.ts'

test('text is escaped, markup and lists of both are not escaped twice', () => {
  const strong = html`<strong>${'A & "B"'}</strong>`
  expect(html`<p title="${"it's <b>"}">${[strong, ' & ', [strong, undefined]]}</p>`.markup).toBe(
    '<p title="it&#39;s &lt;b&gt;"><strong>A &amp; &quot;B&quot;</strong> &amp; <strong>A &amp; &quot;B&quot;</strong></p>',
  )
})

test('the lines of a template are no text, and keep words and attributes apart', () => {
  const page = html`<table width="100%" role="presentation">
    <tr>
      <td>${'one\n two'}</td>
    </tr>
  </table>`
  expect(page.markup).toBe('<table width="100%" role="presentation"><tr><td>one\n two</td></tr></table>')
  const box = html`<table
    align="center"
    width="100%"
    border="0"
    cellpadding="0"
    cellspacing="0"
    role="presentation"
    style="${'color:red'}"
  ></table>`
  expect(box.markup).toBe(
    '<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation" style="color:red"></table>',
  )
})
