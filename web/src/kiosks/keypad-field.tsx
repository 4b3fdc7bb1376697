import { UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './keypad-field.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type Props = {
  label: string
  value: string
  maxLength: number
  isHidden: boolean
  action: string
  isReady: boolean
  isBusy: boolean
  onChange: (value: string) => void
  onDone: () => void
}

/** Digits to tap, or to type where there is a keyboard; a PIN is shown as dots. */
export const KeypadField = (props: Props) => {
  const { label, value, maxLength, isHidden, action, isReady, isBusy, onChange, onDone } = props
  const { t } = useTranslation('kiosks')
  const add = (digit: string) => value.length < maxLength && onChange(value + digit)
  const remove = () => onChange(value.slice(0, -1))
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (/^\d$/.test(event.key)) add(event.key)
    else if (event.key === 'Backspace') remove()
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement) && isReady && !isBusy) onDone()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const said = isHidden ? t('digits', { count: value.length }) : value
  return (
    <div role="group" aria-label={label}>
      <output className={classes.shown} aria-label={`${label}: ${said}`} data-empty={value === '' || undefined}>
        {isHidden ? '•'.repeat(value.length) : value}
      </output>
      <div className={classes.keys}>
        {digits.map((digit) => (
          <UnstyledButton key={digit} className={classes.key} onClick={() => add(digit)}>
            {digit}
          </UnstyledButton>
        ))}
        <UnstyledButton className={classes.key} aria-label={t('deleteDigit')} onClick={remove}>
          <IconBackspace size={22} stroke={1.7} aria-hidden />
        </UnstyledButton>
        <UnstyledButton className={classes.key} onClick={() => add('0')}>
          0
        </UnstyledButton>
        <UnstyledButton className={classes.done} disabled={!isReady || isBusy} onClick={onDone}>
          {action}
        </UnstyledButton>
      </div>
    </div>
  )
}
