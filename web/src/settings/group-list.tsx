import type { SettingGroup } from '@spacekeeper/contract/setting.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './settings.module.css'

export type ShownGroup = { name: SettingGroup; title: string }

/** A group is the current one from here on: just below the bar at the top of the page. */
const topPx = 140

/** The last group whose head has reached the top of the page, or the first one; at the end of the page the last one. */
const groupAtTop = (groups: readonly ShownGroup[]): SettingGroup | undefined => {
  const root = document.documentElement
  const isAtEnd = root.scrollTop > 0 && root.scrollTop + root.clientHeight >= root.scrollHeight - 2
  const reached = groups.filter(({ name }) => {
    const head = document.getElementById(`settings-${name}`)
    return head !== null && head.getBoundingClientRect().top <= topPx
  })
  return ((isAtEnd ? groups.at(-1) : reached.at(-1)) ?? groups[0])?.name
}

const useCurrentGroup = (groups: readonly ShownGroup[]) => {
  const [current, setCurrent] = useState(groups[0]?.name)
  useEffect(() => {
    const look = () => setCurrent(groupAtTop(groups))
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [groups])
  return current
}

/** The groups of the page, beside it on wide screens and in a line above it on phones; the current one is marked. */
export const GroupList = ({ groups }: { groups: readonly ShownGroup[] }) => {
  const { t } = useTranslation('settings')
  const current = useCurrentGroup(groups)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Only the line of a phone scrolls: the mark stays in sight, and the page stays where it is.
    const mark = list.current?.querySelector('[aria-current]')
    if (list.current && mark instanceof HTMLElement) list.current.scrollLeft = mark.offsetLeft - 16
  }, [current])
  return (
    <nav aria-label={t('groups')} className={classes.groups}>
      <ul ref={list}>
        {groups.map(({ name, title }) => (
          <li key={name}>
            <a href={`#settings-${name}`} aria-current={name === current ? 'true' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
