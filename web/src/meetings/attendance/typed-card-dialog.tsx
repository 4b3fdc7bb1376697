import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIdle } from '#platform/shell/use-idle.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { KeypadField } from '../../kiosks/keypad-field.tsx'

const longestCard = 20
const longestPin = 8
const shortestPin = 4

/** A member who walked away leaves nothing behind. */
const idleSeconds = 30

type Props = { onDone: (typed: { card: string; pin: string }) => void; onClose: () => void }

/** The number of a card and the PIN, digit by digit, for a card that is at home or a reader that is away. */
export const TypedCardDialog = ({ onDone, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const [card, setCard] = useState('')
  const [pin, setPin] = useState('')
  const [isPin, setIsPin] = useState(false)
  useIdle({ seconds: idleSeconds, onIdle: onClose })
  return (
    <BasicDialog
      title={t(isPin ? 'wallTypedPin' : 'wallTypedTitle')}
      size={440}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {isPin ? (
        <KeypadField
          key="pin"
          label={t('wallPin')}
          value={pin}
          maxLength={longestPin}
          isHidden
          action={t('titleHere')}
          isReady={pin.length >= shortestPin}
          isBusy={false}
          onChange={setPin}
          onDone={() => onDone({ card, pin })}
        />
      ) : (
        <KeypadField
          key="card"
          label={t('wallCardNumber')}
          value={card}
          maxLength={longestCard}
          isHidden={false}
          action={t('wallNext')}
          isReady={card !== ''}
          isBusy={false}
          onChange={setCard}
          onDone={() => setIsPin(true)}
        />
      )}
    </BasicDialog>
  )
}
