import { Anchor } from '@mantine/core'
import type { GuideNode } from '@spacekeeper/contract/help/guides.ts'
import { Link } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import classes from './help.module.css'

const drawAll = (nodes: readonly GuideNode[] | undefined): ReactNode[] | undefined =>
  nodes?.map((node, at) => <GuidePiece key={at} node={node} />)

/** A piece of a guide: only these elements can come of it, whatever a guide says. */
const GuidePiece = ({ node }: { node: GuideNode }) => {
  if (typeof node === 'string') return node
  if ('guide' in node)
    return (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) =>
          node.guide === '' ? (
            <Link to="." hash={node.at} {...props} />
          ) : (
            <Link to="/help/$guide" params={{ guide: node.guide }} hash={node.at} {...props} />
          )
        }
      >
        {drawAll(node.children)}
      </Anchor>
    )
  if ('href' in node)
    return (
      <Anchor inherit underline="always" href={node.href} target="_blank" rel="noreferrer">
        {drawAll(node.children)}
      </Anchor>
    )
  const { tag, id, children } = node
  const element = createElement(tag, id === undefined ? null : { id }, drawAll(children))
  // Wide ones scroll by themselves, also by the keyboard.
  if (tag === 'table' || tag === 'pre')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
      <div className={classes.wide} tabIndex={0} role="group">
        {element}
      </div>
    )
  return element
}

/** A guide below its title. */
export const GuideSheet = ({ body }: { body: readonly GuideNode[] }) => (
  <div className={classes.guide}>{drawAll(body)}</div>
)
