import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { Button, Modal, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useIdle } from '#platform/shell/use-idle.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { KeypadField } from './keypad-field.tsx'
import type { Asking, CardLogin } from './use-card-login.ts'

/** Whoever walked away leaves nothing behind. */
const idleSeconds = 30
const longestCard = 20
const longestPin = 8
const shortestPin = 4

const titles = { card: 'typeCard', pin: 'typePin', password: 'typePassword' } as const

/** Asks, digit by digit, for the number of a card, and for the PIN or the password after it. */
export const CardLoginDialog = ({ asking, login }: { asking: Asking; login: CardLogin }) => {
  const { t } = useTranslation('kiosks')
  const close = () => login.ask(null)
  useIdle({ seconds: idleSeconds, onIdle: close })
  return (
    <Modal
      opened
      onClose={close}
      title={t(titles[asking.what])}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('cancel'), size: 44 }}
    >
      <Stack gap="md">
        {login.refusal ? <FormError>{login.refusal}</FormError> : null}
        {asking.what === 'card' ? <CardStep login={login} /> : null}
        {asking.what === 'pin' ? <PinStep key={asking.cardId} asking={asking} login={login} /> : null}
        {asking.what === 'password' ? <PasswordStep asking={asking} login={login} /> : null}
      </Stack>
    </Modal>
  )
}

const CardStep = ({ login }: { login: CardLogin }) => {
  const { t } = useTranslation('kiosks')
  const [cardId, setCardId] = useState('')
  return (
    <>
      <KeypadField
        label={t('cardNumber')}
        value={cardId}
        maxLength={longestCard}
        isHidden={false}
        action={t('next')}
        isReady={cardId !== ''}
        isBusy={false}
        onChange={setCardId}
        onDone={() => login.ask({ what: 'pin', cardId, isTyped: true })}
      />
      <Button component={Link} to="/login" variant="default" h={56}>
        {t('useEmail')}
      </Button>
    </>
  )
}

type StepProps = { asking: Extract<Asking, { cardId: string }>; login: CardLogin }

const PinStep = ({ asking, login }: StepProps) => {
  const { t } = useTranslation('kiosks')
  const [pin, setPin] = useState('')
  const { cardId, isTyped } = asking
  return (
    <>
      <KeypadField
        label={t('pin')}
        value={pin}
        maxLength={longestPin}
        isHidden
        action={t('logIn')}
        isReady={pin.length >= shortestPin}
        isBusy={login.isBusy}
        onChange={setPin}
        onDone={() => {
          login.attempt({ cardId, isTyped, pin })
          setPin('')
        }}
      />
      <Button variant="default" h={56} onClick={() => login.ask({ what: 'password', cardId, isTyped })}>
        {t('usePassword')}
      </Button>
    </>
  )
}

const PasswordStep = ({ asking, login }: StepProps) => {
  const { t } = useTranslation('kiosks')
  const [password, setPassword] = useState('')
  const { cardId, isTyped } = asking
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (password !== '') login.attempt({ cardId, isTyped, password })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordField
          label={t('password')}
          value={password}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" h={64} loading={login.isBusy}>
          {t('logIn')}
        </Button>
      </Stack>
    </form>
  )
}
