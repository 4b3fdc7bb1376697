import { Button, Stack } from '@mantine/core'
import { Password } from '@spacekeeper/contract/auth/shapes.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIdle } from '#platform/shell/use-idle.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { LoginForm } from '../auth/login-form.tsx'
import type { Asking, CardLogin } from './card-login.ts'
import { KeypadField } from './keypad-field.tsx'

/** A member who walked away leaves nothing behind. */
const idleSeconds = 30
const longestCard = 20
const longestPin = 8
const shortestPin = 4

const titles = { email: 'logInWithEmail', card: 'typeCard', pin: 'typePin', password: 'typePassword' } as const

/** Logging in by email, or by the number of a card; and what is asked for after a card, digit by digit. */
export const CardLoginDialog = ({ asking, login }: { asking: Asking; login: CardLogin }) => {
  const { t } = useTranslation('kiosks')
  const close = () => login.ask(null)
  useIdle({ seconds: idleSeconds, onIdle: close })
  return (
    <BasicDialog
      onClose={close}
      title={t(titles[asking.what])}
      size={440}
      closeOnClickOutside={false}
      isSending
      closeLabel={t('cancel')}
    >
      <Stack gap="md">
        {login.refusal ? <FormError>{login.refusal}</FormError> : null}
        {asking.what === 'email' ? <EmailStep login={login} /> : null}
        {asking.what === 'card' ? <CardStep login={login} /> : null}
        {asking.what === 'pin' ? <PinStep key={asking.cardId} asking={asking} login={login} /> : null}
        {asking.what === 'password' ? <PasswordStep asking={asking} login={login} /> : null}
      </Stack>
    </BasicDialog>
  )
}

/** The dialog is open already when a step begins, so its field has to ask for the focus. */
const useFocusInside = () => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return place
}

const EmailStep = ({ login }: { login: CardLogin }) => {
  const { t } = useTranslation('kiosks')
  return (
    <>
      <div ref={useFocusInside()}>
        <LoginForm onSuccess={login.enter} />
      </div>
      <Button variant="default" onClick={() => login.ask({ what: 'card' })}>
        {t('useCardNumber')}
      </Button>
    </>
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
      <Button variant="default" onClick={() => login.ask({ what: 'email' })}>
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
      <Button variant="default" onClick={() => login.ask({ what: 'password', cardId, isTyped })}>
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
    <Form onSubmit={submit}>
      <Stack gap="md" ref={useFocusInside()}>
        <PasswordField
          label={t('password')}
          {...requiredBy(Password)}
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={login.isBusy}>
          {t('logIn')}
        </Button>
      </Stack>
    </Form>
  )
}
