import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFocus } from './focus-keeper.ts'

let stop: () => void
beforeEach(() => {
  stop = watchFocus()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const put = (html: string) => {
  document.body.innerHTML = html
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body

test('what replaces a pressed button is where the keyboard goes on', async () => {
  put('<main><section><button>Sign in</button></section><a href="#x">Further down</a></main>')
  find('button').focus()
  find('section').innerHTML = '<button>Sign out</button>'
  await waitFor(() => expect(document.activeElement).toBe(find('section')))
  find('section button').focus()
  expect(find('section').hasAttribute('tabindex')).toBe(false)
})

test('a button that was off while it worked has the focus again', async () => {
  put('<button>Save</button>')
  const button = find('button')
  button.focus()
  button.setAttribute('disabled', '')
  button.blur()
  button.removeAttribute('disabled')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a dialog that closes gives the focus back to what opened it, also out of a menu', async () => {
  put('<main><button id="opener">Actions</button></main><div id="portal"></div>')
  find('#opener').focus()
  find('#portal').innerHTML = '<div role="menu"><button role="menuitem">Remove</button></div>'
  find('[role=menuitem]').focus()
  find('#portal').innerHTML = '<section role="dialog"><input /><button>Cancel</button></section>'
  find('input').focus()
  find('#portal').replaceChildren()
  await waitFor(() => expect(document.activeElement).toBe(find('#opener')))
})

test('a button that goes away in a dialog leaves the focus in the dialog', async () => {
  put(
    '<main><button id="opener">Change</button></main><div><section role="dialog"><p><button>Next</button></p></section></div>',
  )
  find('#opener').focus()
  find('[role=dialog] button').focus()
  find('p').remove()
  await waitFor(() => expect(document.activeElement).toBe(find('[role=dialog]')))
})

test('a click beside everything takes the focus away for good', async () => {
  put('<main><button>Menu</button></main>')
  find('button').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('main').replaceChildren()
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})

test('a click into the field that has the focus takes nothing away', async () => {
  put('<main><section><label>Name <input /></label></section></main>')
  find('input').focus()
  find('input').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('section').innerHTML = '<button>Again</button>'
  await waitFor(() => expect(document.activeElement).toBe(find('section')))
})

test('a dialog gives the focus back however it was clicked in or closed', async () => {
  for (const clicked of ['input', '#beside']) {
    put('<main><button id="opener">Add</button></main><div id="portal"></div>')
    find('#opener').focus()
    find('#portal').innerHTML = '<div id="beside"></div><section role="dialog"><input /></section>'
    find('input').focus()
    find(clicked).dispatchEvent(new Event('pointerdown', { bubbles: true }))
    find('#portal').replaceChildren()
    await waitFor(() => expect(document.activeElement).toBe(find('#opener')))
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    find('#opener').blur()
  }
})
