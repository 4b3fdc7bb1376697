import { useDocumentVisibility } from '@mantine/hooks'
import type { OwnRefusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { keep, readKept } from '#platform/session/kept.ts'
import { late } from '#platform/ui/late.tsx'
import { ownRefusalQuery } from './api.ts'
import { notifyRefused } from './notices/refusal-notices.ts'

const RefusalDialog = late(() => import('./refusal-dialog.tsx').then((file) => file.RefusalDialog), {
  over: ({ refusal, onClose }) => (refusal ? onClose : null),
})

/** What a page finds when it is opened, or comes back from a gap, is news no longer than this. */
const freshSeconds = 60

/** The refusal that any tab of this browser has shown last. */
const shown = {
  read: () => Number(readKept('refusal') ?? 0),
  keep: (id: number) => keep('refusal', id),
}

/**
 * Opens the explanation of a refused card by itself: once, in the tab that is seen. One in the background waits until it
 * is looked at, and tells the member through the browser if they want that.
 */
export const RefusalSheet = ({ profile }: { profile: Profile }) => {
  const refusal = useQuery(ownRefusalQuery).data?.latest ?? null
  const visibility = useDocumentVisibility()
  const [openId, setOpenId] = useState<number | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const met = useRef({ id: 0, isFresh: false })

  const meet = useEffectEvent((news: OwnRefusal) => {
    const isNew = news.id > met.current.id
    if (isNew) met.current = { id: news.id, isFresh: news.secondsAgo <= freshSeconds && !news.isCured }
    if (!met.current.isFresh || news.id <= shown.read()) return
    if (visibility === 'hidden') {
      if (isNew) notifyRefused(news, profile.id)
      return
    }
    shown.keep(news.id)
    setWasOpen(true)
    setOpenId(news.id)
  })
  const id = refusal?.id ?? null
  useEffect(() => {
    if (refusal) meet(refusal)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whether it is mended meanwhile is for the open sheet
  }, [id, visibility])

  // Once opened it stays, so that it goes out of sight gently.
  if (!wasOpen) return null
  return (
    <RefusalDialog
      refusal={refusal !== null && refusal.id === openId ? refusal : null}
      profile={profile}
      onClose={() => setOpenId(null)}
    />
  )
}
