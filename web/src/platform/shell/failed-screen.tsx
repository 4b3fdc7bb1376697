import { useEffect } from 'react'
import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'

const reloadedKey = 'reloadedForChunk'
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)

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

/** The last resort when drawing a screen failed. */
export const FailedScreen = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation('platform')
  useEffect(() => {
    document.getElementById('splash')?.remove()
    if (isMissingChunk(error)) reloadOnce()
  }, [error])
  return (
    <AuthFrame title={t('screenFailedTitle')} subtitle={t('screenFailedText')}>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </AuthFrame>
  )
}
