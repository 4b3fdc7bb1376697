import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { isPortalThere, windowReload } from '#platform/ui/reload.ts'

const isMissingFile = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script|preload css/i.test(error.message)

const retryMs = 3000

/**
 * Reloading while the portal is away would leave only the browser's own error, so that waits until it is back. Where
 * the file is still missing then, the window is loaded again after pauses that grow: no button is pressed on a wall.
 */
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
      timer = isThere ? setTimeout(windowReload.start, windowReload.pauseMs()) : setTimeout(() => void look(), retryMs)
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
  const isMissing = isMissingFile(error)
  const isAway = useReloadWhenThere({ isWanted: isDatabaseAway || isMissing, isKnown: isDatabaseAway })
  useEffect(() => document.getElementById('splash')?.remove(), [])
  const text = isMissing ? 'screenMissingText' : 'screenFailedText'
  return (
    <AuthFrame
      title={t(isAway ? 'screenAwayTitle' : 'screenFailedTitle')}
      subtitle={t(!isAway ? text : isDatabaseAway ? 'screenDatabaseText' : 'screenAwayText')}
    >
      {isAway ? null : (
        <Button size="xs" onClick={() => globalThis.location.reload()}>
          {t('reload')}
        </Button>
      )}
    </AuthFrame>
  )
}
