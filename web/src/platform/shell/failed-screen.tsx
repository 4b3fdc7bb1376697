import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { getConfig } from '#platform/api/first-calls.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'

const reloadedKey = 'reloadedForChunk'
const retryMs = 3000
const isMissingFile = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script|preload css/i.test(error.message)

/** After an update, pages that were open ask for files that are gone: one reload brings the new ones. */
const reloadOnce = () => {
  try {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
    if (Date.now() - last < 60_000) return
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    location.reload()
  } catch {
    // without storage nothing would stop a second reload, so there is none
  }
}

const isPortalThere = () =>
  getConfig().then(
    () => true,
    () => false,
  )

/** Reloading while the portal is away would leave only the browser's own error, so that waits until it is back. */
const useReloadWhenThere = ({ isWanted, isKnown }: { isWanted: boolean; isKnown: boolean }) => {
  const [isAway, setIsAway] = useState(isKnown)
  useEffect(() => {
    if (!isWanted) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const isThere = await isPortalThere()
      if (isOver) return
      setIsAway(!isThere)
      if (isThere) reloadOnce()
      else timer = setTimeout(() => void look(), retryMs)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted])
  return isAway
}

/** The last resort when drawing a screen failed. */
export const FailedScreen = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('platform')
  const isDatabaseAway = hasCode(error, 'databaseAway')
  const isAway = useReloadWhenThere({ isWanted: isDatabaseAway || isMissingFile(error), isKnown: isDatabaseAway })
  useEffect(() => document.getElementById('splash')?.remove(), [])
  return (
    <AuthFrame
      title={t(isAway ? 'screenAwayTitle' : 'screenFailedTitle')}
      subtitle={t(!isAway ? 'screenFailedText' : isDatabaseAway ? 'screenDatabaseText' : 'screenAwayText')}
    >
      {isAway ? null : (
        <Button size="xs" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      )}
    </AuthFrame>
  )
}
