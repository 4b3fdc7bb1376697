import { Button, CloseButton } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { hasUnsaved } from '#platform/form/has-unsaved.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { growingPauseMs } from './late-file.ts'
import { isPortalThere, windowReload } from './reload.ts'
import classes from './late-failure.module.css'

export type LateFailureProps = {
  /** Tries once more; false where that failed. */
  again: () => Promise<boolean>
  /** For a part that opens over the page: the words stand there as well, and can be closed. */
  close?: (() => void) | undefined
  /** Goes on trying, with growing pauses: nothing on the screen has to be pressed. */
  triesByItself: boolean
  /** Says nothing. */
  isQuiet: boolean
}

/** Some browsers ask once for a file, and after an update old ones are gone: then a new page helps, if it costs nothing. */
const reloadUnlessUnsaved = async () => {
  if ((await isPortalThere()) && !hasUnsaved()) windowReload.start()
}

/** Stands in for a part of the page whose file cannot be had. */
export const LateFailure = ({ again, close, triesByItself, isQuiet }: LateFailureProps) => {
  const { t } = useTranslation('platform')
  const [isBusy, setBusy] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const tryAgain = useEffectEvent(again)
  useEffect(() => {
    if (!triesByItself) return undefined
    let tries = 0
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => void look(), growingPauseMs(tries))
      tries += 1
    }
    const look = async () => {
      if (!(await tryAgain()) && !isOver) wait()
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [triesByItself])
  if (isQuiet) return null
  const press = async () => {
    setBusy(true)
    if (!(await again())) {
      await reloadUnlessUnsaved()
      setPressed(true)
    }
    setBusy(false)
  }
  const box = (
    <div className={classes.box} data-over={close !== undefined || undefined} role="alert">
      <span>{t(wasPressed && hasUnsaved() ? 'lateFailedUnsaved' : 'lateFailed')}</span>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void press()}>
        {t('tryAgain')}
      </Button>
      {close ? <CloseButton aria-label={t('close')} onClick={close} /> : null}
    </div>
  )
  return close ? createPortal(box, document.body) : box
}
