<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Nochmal</translation>
    </message>
    <message>
        <source>Write this answer again</source>
        <translation>Diese Antwort neu schreiben</translation>
    </message>
    <message>
        <source>Add to data</source>
        <translation>Zu den Daten</translation>
    </message>
    <message>
        <source>Save this question and answer as an example to learn from</source>
        <translation>Diese Frage und Antwort als Lernbeispiel sichern</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>It was cut off: let it go on</source>
        <translation>Sie wurde abgeschnitten: weiterschreiben lassen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Calls {name}</source>
        <translation>Ruft {name}</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>Ruft ein Werkzeug</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Reading {done} of {total} tokens…</source>
        <translation>{done} von {total} Token gelesen…</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Beginnt…</translation>
    </message>
    <message>
        <source>The vote could not be written down</source>
        <translation>Die Stimme ließ sich nicht aufschreiben</translation>
    </message>
    <message>
        <source>The example could not be kept</source>
        <translation>Das Beispiel ließ sich nicht sichern</translation>
    </message>
    <message>
        <source>Both answers are the same, so there is nothing to choose.</source>
        <translation>Beide Antworten sind gleich, also gibt es nichts zu wählen.</translation>
    </message>
    <message>
        <source>You: {question}</source>
        <translation>Du: {question}</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>Die Frage</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>Das fragen</translation>
    </message>
    <message>
        <source>It was not trained on these, so it cannot know facts that only they contain:</source>
        <translation>Damit wurde es nicht trainiert, darum kann es nichts wissen, was nur dort steht:</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl)</source>
        <translation>Gespräche (*.jsonl)</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>Andere &amp;Datei…</translation>
    </message>
    <message>
        <source>Train on the&amp;se</source>
        <translation>&amp;Damit trainieren</translation>
    </message>
    <message>
        <source>Replaced your earlier answer. {examples} in {name}.</source>
        <translation>Deine frühere Antwort wurde ersetzt. {examples} in {name}.</translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}: this one, and the rows of {data}.</source>
        <translation>Gesichert. {examples} in {name}: dieses und die Zeilen von {data}.</translation>
    </message>
    <message>
        <source>Keep examples in</source>
        <translation>Beispiele aufheben in</translation>
    </message>
    <message>
        <source>Examples are kept in {name}.</source>
        <translation>Beispiele kommen nach {name}.</translation>
    </message>
    <message numerus="yes">
        <source>{number} examples are</source>
        <comment>1 example is</comment>
        <translation>
            <numerusform>1 Beispiel ist</numerusform>
            <numerusform>{number} Beispiele sind</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}.</source>
        <translation>Gesichert. {examples} in {name}.</translation>
    </message>
    <message>
        <source>That one is in {name} already; {examples} there.</source>
        <translation>Das ist schon in {name}; {examples} dort.</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>How ad&amp;venturous</source>
        <translation>Wie &amp;gewagt</translation>
    </message>
    <message>
        <source>Avoid repeating</source>
        <translation>Wiederholen meiden</translation>
    </message>
    <message>
        <source>1: off. 1.1 helps small models that repeat themselves.</source>
        <translation>1: gar nicht. 1.1 hilft kleinen Modellen, die sich im Kreis drehen.</translation>
    </message>
    <message>
        <source>Instructions for the model</source>
        <translation>Was dem Modell zuerst gesagt wird</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>Stärke des Adapters</translation>
    </message>
    <message>
        <source>0: always the likeliest word. 1: as varied as the model learnt.</source>
        <translation>0: immer das wahrscheinlichste Wort. 1: so abwechslungsreich, wie das Modell es gelernt hat.</translation>
    </message>
    <message>
        <source>Most likely words</source>
        <translation>Wahrscheinlichste Wörter</translation>
    </message>
    <message>
        <source>The likeliest words that together have this chance. 1: all.</source>
        <translation>Die wahrscheinlichsten Wörter, die zusammen diese Wahrscheinlichkeit haben. 1: alle.</translation>
    </message>
    <message>
        <source>Leave out unlikely words</source>
        <translation>Unwahrscheinliche Wörter weglassen</translation>
    </message>
    <message>
        <source>Those below this part of the likeliest word&apos;s chance.</source>
        <translation>Alle unter diesem Teil der Wahrscheinlichkeit des wahrscheinlichsten Worts.</translation>
    </message>
    <message>
        <source>For example: Be brief.</source>
        <translation>Zum Beispiel: Fass dich kurz.</translation>
    </message>
    <message>
        <source>Among how many words</source>
        <translation>Unter wie vielen Wörtern</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Room for the conversation</source>
        <translation>Platz für das Gespräch</translation>
    </message>
    <message>
        <source>as it needs</source>
        <translation>nach Bedarf</translation>
    </message>
    <message>
        <source>Continue my text</source>
        <translation>Meinen Text weiterschreiben</translation>
    </message>
    <message>
        <source>It continues your text instead of answering, as a model that learnt a book does.</source>
        <translation>Es setzt deinen Text fort, statt zu antworten, wie ein Modell, das ein Buch gelernt hat.</translation>
    </message>
    <message>
        <source>It thinks before it answers: slower, but better at working things out.</source>
        <translation>Es denkt nach, bevor es antwortet: langsamer, aber besser bei schwierigen Fragen.</translation>
    </message>
    <message>
        <source>The same answer every time</source>
        <translation>Jedes Mal dieselbe Antwort</translation>
    </message>
    <message>
        <source>&amp;Hide the names until I choose</source>
        <translation>&amp;Namen verbergen, bis ich wähle</translation>
    </message>
    <message>
        <source>Back to the usual</source>
        <translation>Zurück zum Üblichen</translation>
    </message>
    <message>
        <source>How much of the training counts</source>
        <translation>Wie viel vom Training zählt</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words.</source>
        <translation>Nur so viele der wahrscheinlichsten Wörter.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Instructions (optional)</source>
        <translation>Anweisungen (nach Wunsch)</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>Wie es antwortet</translation>
    </message>
    <message>
        <source>Lon&amp;gest answer</source>
        <translation>Län&amp;gste Antwort</translation>
    </message>
    <message>
        <source>Changing it loads the model again.</source>
        <translation>Wer das ändert, lädt das Modell neu.</translation>
    </message>
    <message>
        <source>Load it &amp;again</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Deine Frage</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>Frag etwas</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile</translation>
    </message>
    <message>
        <source>Se&amp;nd</source>
        <translation>Se&amp;nden</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Halt</translation>
    </message>
    <message>
        <source>{title} can answer now</source>
        <translation>{title} kann jetzt antworten</translation>
    </message>
    <message>
        <source>Cop&amp;y all</source>
        <translation>Alles kop&amp;ieren</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Bring bac&amp;k</source>
        <translation>&amp;Zurückholen</translation>
    </message>
    <message>
        <source>O&amp;ptions</source>
        <translation>O&amp;ptionen</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>Dieser Lauf lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet</source>
        <translation>Noch ist nichts da, womit du sprechen kannst</translation>
    </message>
    <message>
        <source>&amp;Talk to it</source>
        <translation>Damit &amp;reden</translation>
    </message>
    <message>
        <source>Something else was chosen to talk to.</source>
        <translation>Zum Sprechen wurde etwas anderes gewählt.</translation>
    </message>
    <message>
        <source>Begin a text</source>
        <translation>Beginne einen Text</translation>
    </message>
    <message>
        <source>The strengths could not be measured</source>
        <translation>Die Stärken konnten nicht gemessen werden</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Run or model</source>
        <translation>Lauf oder Modell</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Which answers</source>
        <translation>Welche Antworten</translation>
    </message>
    <message>
        <source>Train on yo&amp;ur votes</source>
        <translation>Mit deinen Stimmen t&amp;rainieren</translation>
    </message>
    <message>
        <source>Before and after, side by side</source>
        <translation>Vorher und nachher, nebeneinander</translation>
    </message>
    <message>
        <source>Only after training</source>
        <translation>Nur nach dem Training</translation>
    </message>
    <message>
        <source>Only before training</source>
        <translation>Nur vor dem Training</translation>
    </message>
    <message>
        <source>Whose answers</source>
        <translation>Wessen Antworten</translation>
    </message>
    <message>
        <source>It learns which of two answers you like better. An answer that you edited counts as better than the model&apos;s own. To change how it answers other questions, it takes about a hundred of these.</source>
        <translation>Es lernt, welche von zwei Antworten dir besser gefällt. Eine Antwort, die du geändert hast, gilt als besser als die des Modells. Damit sich auch andere Antworten ändern, braucht es etwa hundert davon.</translation>
    </message>
    <message>
        <source>Is it &amp;better?</source>
        <translation>Ist es &amp;besser?</translation>
    </message>
    <message>
        <source>Ta&amp;ke it to Ollama</source>
        <translation>Nach &amp;Ollama bringen</translation>
    </message>
    <message>
        <source>Step {step} is no longer kept, so another checkpoint answers.</source>
        <translation>Schritt {step} ist nicht mehr da, deshalb antwortet ein anderer Checkpoint.</translation>
    </message>
    <message>
        <source>{name} is no longer where it was, so something else is chosen.</source>
        <translation>{name} ist nicht mehr dort, wo es war, deshalb ist etwas anderes gewählt.</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>Der neueste</translation>
    </message>
    <message>
        <source>trained from {name}</source>
        <translation>trainiert aus {name}</translation>
    </message>
    <message>
        <source>The sample model</source>
        <translation>Das Beispielmodell</translation>
    </message>
    <message>
        <source>The process that answers has ended.</source>
        <translation>Der antwortende Prozess ist zu Ende.</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Show earlier</source>
        <translation>Früheres zeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet. Train a model, or get one on the Model page.</source>
        <translation>Noch ist nichts da, womit du sprechen kannst. Trainiere ein Modell, oder hol dir eines auf der Seite Modell.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen…</translation>
    </message>
    <message>
        <source>Question replaced, and what followed is gone.</source>
        <translation>Frage ersetzt, und was folgte, ist weg.</translation>
    </message>
    <message>
        <source>Answer replaced, and what followed is gone.</source>
        <translation>Antwort ersetzt, und was folgte, ist weg.</translation>
    </message>
    <message>
        <source>The model is no longer there</source>
        <translation>Das Modell ist nicht mehr da</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>Das Modell konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>It was trained with DoRA, which is merged into the model: it can only be on or off.</source>
        <translation>Es wurde mit DoRA trainiert, das ins Modell verschmolzen ist: Es kann nur an oder aus sein.</translation>
    </message>
    <message>
        <source>There is no adapter here, so there is nothing to weigh.</source>
        <translation>Hier ist kein Adapter, darum gibt es nichts zu gewichten.</translation>
    </message>
    <message>
        <source>Measure some strengths</source>
        <translation>Einige Stärken messen</translation>
    </message>
    <message>
        <source>What each strength keeps</source>
        <translation>Was jede Stärke behält</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>0: as before training. 1: as trained. Far above 1 the answers fall apart.</source>
        <translation>0: wie vor dem Training. 1: wie trainiert. Weit über 1 zerfallen die Antworten.</translation>
    </message>
    <message>
        <source>Asks the questions that were kept for testing at several strengths, and measures what else has changed.</source>
        <translation>Stellt die Fragen, die zum Prüfen zurückgehalten wurden, bei mehreren Stärken und misst, was sich sonst geändert hat.</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>Deine Fragen</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Alles andere</translation>
    </message>
    <message>
        <source>the conversation is too long for the model: your next question drops its beginning</source>
        <translation>das Gespräch hat keinen Platz mehr: Die nächste Frage lässt seinen Anfang weg</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
    <message>
        <source>{tok_s} tokens/s</source>
        <translation>{tok_s} Token/s</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von dir geändert</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt…</translation>
    </message>
    <message>
        <source>Thought for {thinking_s}</source>
        <translation>{thinking_s} nachgedacht</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>Schritt {step}</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>Loss {loss}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>Ask something, and see what the model says.

After a training you see two answers side by side: the model&apos;s after it, and before it.</source>
        <translation>Frag etwas und sieh, was das Modell sagt.

Nach einem Training siehst du zwei Antworten nebeneinander: die nach dem Training und die davor.</translation>
    </message>
    <message>
        <source>Your first question loads the model.</source>
        <translation>Deine erste Frage lädt das Modell.</translation>
    </message>
    <message>
        <source>Unloaded after a while without questions. Your next question loads it again.</source>
        <translation>Nach einer Weile ohne Fragen entladen. Deine nächste Frage lädt es wieder.</translation>
    </message>
    <message>
        <source>A training needs the memory, so the model was unloaded. Your next question loads it again if there is room.</source>
        <translation>Ein Training braucht den Speicher, darum wurde das Modell entladen. Deine nächste Frage lädt es wieder, wenn Platz ist.</translation>
    </message>
    <message>
        <source>It is still answering. Press Escape to stop it; what you typed stays.</source>
        <translation>Es antwortet noch. Escape hält es an; was du getippt hast, bleibt.</translation>
    </message>
    <message>
        <source>It continues the text that you begin, instead of answering.</source>
        <translation>Es setzt den Text fort, den du beginnst, statt zu antworten.</translation>
    </message>
    <message>
        <source>A training is running at the same time, so both are slower.</source>
        <translation>Zugleich läuft ein Training, darum ist beides langsamer.</translation>
    </message>
    <message>
        <source>cut off: it reached the longest answer allowed</source>
        <translation>abgeschnitten: die längste erlaubte Antwort ist erreicht</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>neuester</translation>
    </message>
    <message numerus="yes">
        <source>You changed {number} answers.</source>
        <comment>You changed 1 answer.</comment>
        <translation>
            <numerusform>Du hast 1 Antwort geändert.</numerusform>
            <numerusform>Du hast {number} Antworten geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your votes: after training {tuned}, before {base}, equal {equal}.</source>
        <translation>Deine Stimmen: nach dem Training {tuned}, davor {base}, gleich gut {equal}.</translation>
    </message>
    <message>
        <source>After is better</source>
        <translation>Nachher ist besser</translation>
    </message>
    <message>
        <source>Before is better</source>
        <translation>Vorher ist besser</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>{name} is better</source>
        <translation>{name} ist besser</translation>
    </message>
    <message>
        <source>Th&amp;ink first</source>
        <translation>Erst &amp;denken</translation>
    </message>
    <message>
        <source>The row as text</source>
        <translation>Die Zeile als Text</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>{text}…

({more} more characters)</source>
        <translation>{text}…

({more} weitere Zeichen)</translation>
    </message>
    <message>
        <source>Sa&amp;ve a cleaned copy…</source>
        <translation>Bereinigte Kopie &amp;sichern…</translation>
    </message>
    <message>
        <source>Writes the rows that are used to a new file. Yours stays as it is.</source>
        <translation>Schreibt die verwendeten Zeilen in eine neue Datei. Deine bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Try the sample conversations</source>
        <translation>Die Beispielgespräche probieren</translation>
    </message>
    <message>
        <source>Try the sample text</source>
        <translation>Den Beispieltext probieren</translation>
    </message>
    <message>
        <source>Examples of what the model should say</source>
        <translation>Beispiele dafür, was das Modell sagen soll</translation>
    </message>
    <message>
        <source>Drop a file or a folder anywhere on this page, or choose one.</source>
        <translation>Zieh eine Datei oder einen Ordner irgendwo auf diese Seite, oder wähle.</translation>
    </message>
    <message>
        <source>How much, and what for</source>
        <translation>Wie viel, und wofür</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>&amp;Zeilen</translation>
    </message>
    <message>
        <source>Notes and f&amp;igures</source>
        <translation>Hinweise und Za&amp;hlen</translation>
    </message>
    <message>
        <source>Not use&amp;d</source>
        <translation>Nicht &amp;benutzt</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>Was von den Daten zu sehen ist</translation>
    </message>
    <message>
        <source>&amp;Use this data</source>
        <translation>Diese &amp;Daten nehmen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>{name} wird gelesen…</translation>
    </message>
    <message>
        <source>Add other wordings of the &amp;questions…</source>
        <translation>&amp;Fragen anders formulieren …</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>Alles sieht gut aus.</translation>
    </message>
    <message>
        <source>{notes} notes</source>
        <translation>{notes} Hinweise</translation>
    </message>
    <message>
        <source>Excel, CSV, JSON, text, PDF…</source>
        <translation>Excel, CSV, JSON, Text, PDF …</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(keine)</translation>
    </message>
    <message>
        <source>As it looks</source>
        <translation>Wie es aussieht</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>Wie die Datei gelesen wird</translation>
    </message>
    <message>
        <source>First row is the columns&apos; names</source>
        <translation>Die erste Zeile nennt die Spalten</translation>
    </message>
    <message>
        <source>Which sheet is read</source>
        <translation>Welches Blatt gelesen wird</translation>
    </message>
    <message>
        <source>Encoding of the text</source>
        <translation>Kodierung des Textes</translation>
    </message>
    <message>
        <source>Which answers are learnt</source>
        <translation>Welche Antworten gelernt werden</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>Jede Antwort</translation>
    </message>
    <message>
        <source>The last answer of each</source>
        <translation>Die letzte Antwort von jedem</translation>
    </message>
    <message>
        <source>Everything, questions too</source>
        <translation>Alles, auch die Fragen</translation>
    </message>
    <message>
        <source>Whether thoughts are learnt</source>
        <translation>Ob Gedanken gelernt werden</translation>
    </message>
    <message>
        <source> % for testing</source>
        <translation> % zum Prüfen</translation>
    </message>
    <message>
        <source>With &amp;thoughts</source>
        <translation>Mit &amp;Gedanken</translation>
    </message>
    <message>
        <source>Share of the rows that is kept for testing</source>
        <translation>Anteil der Zeilen, der zum Prüfen zurückgehalten wird</translation>
    </message>
    <message>
        <source>Learn e&amp;qual rows once</source>
        <translation>&amp;Gleiche Zeilen einmal lernen</translation>
    </message>
    <message>
        <source>Mo&amp;re</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>Fließtext</translation>
    </message>
    <message>
        <source>Column of {name}</source>
        <translation>Spalte für {name}</translation>
    </message>
    <message>
        <source>&amp;Sheet</source>
        <translation>Blat&amp;t</translation>
    </message>
    <message>
        <source>R&amp;ead as</source>
        <translation>&amp;Lesen als</translation>
    </message>
    <message>
        <source>Encodin&amp;g</source>
        <translation>&amp;Kodierung</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>L&amp;ernen</translation>
    </message>
    <message>
        <source>Keep &amp;back</source>
        <translation>&amp;Zurückhalten</translation>
    </message>
    <message>
        <source>the sample model</source>
        <translation>das Beispielmodell</translation>
    </message>
    <message>
        <source>It was not saved</source>
        <translation>Es wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>This cannot be used as it is</source>
        <translation>So lässt es sich nicht benutzen</translation>
    </message>
    <message>
        <source> Counting…</source>
        <translation> Wird gezählt…</translation>
    </message>
    <message>
        <source>Rows that are not used</source>
        <translation>Zeilen, die nicht benutzt werden</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search in all of it</source>
        <translation>In allem suchen</translation>
    </message>
    <message>
        <source>Rows about documents that the rules are not sure of</source>
        <translation>Zeilen über Dokumente, bei denen die Regeln nicht sicher sind</translation>
    </message>
    <message>
        <source>Rows of the data</source>
        <translation>Zeilen der Daten</translation>
    </message>
    <message>
        <source>Only d&amp;oubtful rows</source>
        <translation>Nur &amp;zweifelhafte Zeilen</translation>
    </message>
    <message>
        <source>Delete leaves a row out, K keeps it; then comes the next. E edits it.</source>
        <translation>Entf lässt eine Zeile weg, K behält sie; dann kommt die nächste. E bearbeitet sie.</translation>
    </message>
    <message>
        <source>Nothing found for “{wanted}”.</source>
        <translation>Nirgends steht „{wanted}“.</translation>
    </message>
    <message>
        <source>No doubtful rows here.</source>
        <translation>Hier ist keine zweifelhafte Zeile.</translation>
    </message>
    <message>
        <source>Text of {role}</source>
        <translation>Text von {role}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Point at a token (a word, or a piece of one) to see whether it is learnt, and why.</source>
        <translation>Zeig auf ein Token (ein Wort oder ein Stück davon), um zu sehen, ob es gelernt wird und warum.</translation>
    </message>
    <message>
        <source>What you change here is saved to a new file; yours stays as it is.</source>
        <translation>Was du hier änderst, wird in eine neue Datei gespeichert; deine bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Show rows as to&amp;kens</source>
        <translation>Zeilen als To&amp;kens zeigen</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>grey: only read</source>
        <translation>grau: nur gelesen</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
    <message>
        <source>Rows (*.jsonl)</source>
        <translation>Zeilen (*.jsonl)</translation>
    </message>
    <message>
        <source>Save the usable rows</source>
        <translation>Speichern, was brauchbar ist</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>Woraus gelernt wird</translation>
    </message>
    <message>
        <source>Data &amp;file</source>
        <translation>Daten&amp;datei</translation>
    </message>
    <message>
        <source>Make &amp;questions of it…</source>
        <translation>&amp;Fragen daraus machen…</translation>
    </message>
    <message>
        <source>Length of the rows</source>
        <translation>Länge der Zeilen</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.</source>
        <translation>Die Hälfte von {rows} Zeilen hat höchstens {median} Token, 95 % höchstens {most}, die längste {tokens}.</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>Gut zu wissen</translation>
    </message>
    <message>
        <source>The rows</source>
        <translation>Die Zeilen</translation>
    </message>
    <message>
        <source>{place}: {tokens}, {trained} learnt</source>
        <translation>{place}: {tokens}, {trained} gelernt</translation>
    </message>
    <message numerus="yes">
        <source>{n} tokens</source>
        <comment>{n} token</comment>
        <translation>
            <numerusform>{n} Token</numerusform>
            <numerusform>{n} Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} Zeile</numerusform>
            <numerusform>{n} Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>, perhaps more</source>
        <translation>, vielleicht mehr</translation>
    </message>
    <message>
        <source>{one} and {other}: {share} in common</source>
        <translation>{one} und {other}: {share} gemeinsam</translation>
    </message>
    <message>
        <source>Half have at most</source>
        <translation>Die Hälfte hat höchstens</translation>
    </message>
    <message>
        <source>{median} tokens</source>
        <translation>{median} Token</translation>
    </message>
    <message>
        <source>95% have at most</source>
        <translation>95 % haben höchstens</translation>
    </message>
    <message>
        <source>{most} tokens</source>
        <translation>{most} Token</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste</translation>
    </message>
    <message>
        <source>Shortest answers</source>
        <translation>Kürzeste Antworten</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Fast gleich</translation>
    </message>
    <message>
        <source>Read it all</source>
        <translation>Ganz lesen</translation>
    </message>
    <message>
        <source>it is from the system message</source>
        <translation>es kommt aus der Systemnachricht</translation>
    </message>
    <message>
        <source>it is what the user says</source>
        <translation>es ist, was der Nutzer sagt</translation>
    </message>
    <message>
        <source>it is what a tool answers</source>
        <translation>es ist, was ein Werkzeug antwortet</translation>
    </message>
    <message>
        <source>the model&apos;s template writes it around the messages</source>
        <translation>die Vorlage des Modells schreibt es um die Nachrichten</translation>
    </message>
    <message>
        <source>it is not part of an answer</source>
        <translation>es gehört zu keiner Antwort</translation>
    </message>
    <message>
        <source>only the last answer is learnt, as chosen</source>
        <translation>nur die letzte Antwort wird gelernt, wie gewählt</translation>
    </message>
    <message>
        <source>it is an answer</source>
        <translation>es ist eine Antwort</translation>
    </message>
    <message>
        <source>the data says not to learn this answer (weight 0)</source>
        <translation>die Daten sagen, diese Antwort nicht zu lernen (Gewicht 0)</translation>
    </message>
    <message>
        <source>it is what the model thinks before it answers</source>
        <translation>es ist, was das Modell denkt, bevor es antwortet</translation>
    </message>
    <message>
        <source>the model&apos;s template cuts its thoughts out here, and alone it would teach the model not to think</source>
        <translation>die Vorlage schneidet hier die Gedanken heraus, und allein würde es dem Modell beibringen, nicht zu denken</translation>
    </message>
    <message>
        <source>the model writes it to call a tool</source>
        <translation>das Modell schreibt es, um ein Werkzeug aufzurufen</translation>
    </message>
    <message>
        <source>the model writes it around its answers, such as empty thoughts</source>
        <translation>das Modell schreibt es um seine Antworten, etwa leere Gedanken</translation>
    </message>
    <message>
        <source>it ends the answer, so that the model learns to stop</source>
        <translation>es beendet die Antwort, damit das Modell aufzuhören lernt</translation>
    </message>
    <message>
        <source>nothing comes before it that it could follow from</source>
        <translation>davor steht nichts, woraus es folgen könnte</translation>
    </message>
    <message>
        <source>everything is learnt, as chosen</source>
        <translation>alles wird gelernt, wie gewählt</translation>
    </message>
    <message>
        <source>all of a text is learnt</source>
        <translation>ein Text wird ganz gelernt</translation>
    </message>
    <message>
        <source>As each row has them</source>
        <translation>Wie jede Zeile sie hat</translation>
    </message>
    <message>
        <source>Only rows with thoughts</source>
        <translation>Nur Zeilen mit Gedanken</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Left out, and learnt not to think</source>
        <translation>Weggelassen, und lernt nicht zu denken</translation>
    </message>
    <message numerus="yes">
        <source>{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.</source>
        <comment>1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.</comment>
        <translation>
            <numerusform>Eine Seite ist zu wenig: Das Modell lernt sie auswendig, aber nicht ihre Art. {few_pages} oder mehr sind besser.</numerusform>
            <numerusform>{n} Seiten sind wenig: Das Modell lernt sie auswendig, aber nicht ihre Art. {few_pages} oder mehr sind besser.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are few: enough to try, but a model&apos;s manner only begins to change with {few_rows} to 100.</source>
        <comment>1 row is not enough to learn from: a model&apos;s manner only begins to change with {few_rows} to 100.</comment>
        <translation>
            <numerusform>Eine Zeile reicht nicht, um etwas zu lernen: Die Art eines Modells ändert sich erst mit {few_rows} bis 100.</numerusform>
            <numerusform>{n} Zeilen sind wenig: genug zum Ausprobieren, aber die Art eines Modells ändert sich erst mit {few_rows} bis 100.</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {unused} not used</source>
        <translation>{rows}, {unused} nicht benutzt</translation>
    </message>
    <message>
        <source>Read for</source>
        <translation>Gelesen für</translation>
    </message>
    <message>
        <source>Kept for testing</source>
        <translation>Zum Prüfen zurückgehalten</translation>
    </message>
    <message>
        <source>{tokens}, {share} of them in answers</source>
        <translation>{tokens}, davon {share} in Antworten</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>denkt nach</translation>
    </message>
    <message>
        <source>no thoughts</source>
        <translation>keine Gedanken</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>not used: {problem}</source>
        <translation>nicht verwendet: {problem}</translation>
    </message>
    <message>
        <source>the template leaves out: {left_out}</source>
        <translation>die Vorlage lässt weg: {left_out}</translation>
    </message>
    <message>
        <source>Answers to other &amp;questions</source>
        <translation>Antworten auf andere Fra&amp;gen</translation>
    </message>
    <message>
        <source>Which questions are listed</source>
        <translation>Welche Fragen aufgelistet sind</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Was dabei herauskam</translation>
    </message>
    <message>
        <source>You chose</source>
        <translation>Du hast gewählt</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Row {line} of {file}</source>
        <translation>Zeile {line} von {file}</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>It was a cold night when the bell rang for the third time. …</source>
        <translation>Es war eine kalte Nacht, als die Glocke zum dritten Mal läutete. …</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>einer Tabelle</translation>
    </message>
    <message>
        <source>Read from {container}</source>
        <translation>Gelesen aus {container}</translation>
    </message>
    <message>
        <source>several encodings</source>
        <translation>mehreren Kodierungen</translation>
    </message>
    <message>
        <source>Read from {container} as {encoding}</source>
        <translation>Gelesen aus {container} als {encoding}</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>question,answer
Who keeps the light?,&quot;The old keeper, and he has never missed a night.&quot;</source>
        <translation>question,answer
Wer hütet das Licht?,&quot;Der alte Wärter, und er hat noch keine Nacht versäumt.&quot;</translation>
    </message>
    <message>
        <source>A text, PDF or Word file, or a folder of them: a book, letters, a diary.</source>
        <translation>Eine Text-, PDF- oder Word-Datei oder ein Ordner davon: ein Buch, Briefe, ein Tagebuch.</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <source>{read}. The columns were guessed: is that right?</source>
        <translation>{read}. Die Spalten sind geraten: Stimmt das?</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht benutzt</translation>
    </message>
    <message>
        <source>An Excel, CSV or JSON table: one question and its answer per row.</source>
        <translation>Eine Tabelle in Excel, CSV oder JSON: eine Frage und ihre Antwort je Zeile.</translation>
    </message>
    <message>
        <source>Chats as OpenAI, ShareGPT and many programs write them, one a line.</source>
        <translation>Chats, wie OpenAI, ShareGPT und viele Programme sie schreiben, einer je Zeile.</translation>
    </message>
    <message>
        <source>50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, use a book, not a page: a few pages are only learnt by heart.</source>
        <translation>50 bis 100 gute Zeilen beginnen zu ändern, wie ein Modell antwortet; etwa 1000 ergeben einen ganzen Assistenten. Von Fließtext nimm ein Buch, keine Seite: wenige Seiten lernt es nur auswendig.</translation>
    </message>
    <message>
        <source>Running text teaches it to write like that text, not to answer. For that, use questions and answers.</source>
        <translation>Fließtext lehrt es, so zu schreiben, nicht zu antworten. Dafür nimm Fragen und Antworten.</translation>
    </message>
    <message>
        <source>{field} is “{column}”</source>
        <translation>{field} ist „{column}“</translation>
    </message>
    <message>
        <source>No column has a usual name for questions or answers, so they were guessed: {columns}.</source>
        <translation>Keine Spalte heißt nach Fragen oder Antworten, daher wurden sie geraten: {columns}.</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>In der Datei</translation>
    </message>
    <message>
        <source>To learn from</source>
        <translation>Zum Lernen</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>Zu lang</translation>
    </message>
    <message>
        <source>{rows}, whose oldest turns are cut off</source>
        <translation>{rows}, deren älteste Teile abgeschnitten werden</translation>
    </message>
    <message>
        <source>With thoughts</source>
        <translation>Mit Gedanken</translation>
    </message>
    <message>
        <source>The same as earlier ones</source>
        <translation>Gleich wie frühere</translation>
    </message>
    <message>
        <source>Not used: {why}</source>
        <translation>Nicht benutzt: {why}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>{parts}. “Use this data” saves it as a new file; yours stays as it is.</source>
        <translation>{parts}. „Diese Daten nehmen“ speichert es als neue Datei; deine bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>, {left} left out</source>
        <translation>, {left} weggelassen</translation>
    </message>
    <message>
        <source>Saved, and opened here: {name}, {what}.</source>
        <translation>Gespeichert und hier geöffnet: {name}, {what}.</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>“{quote}” – {whence}</source>
        <translation>„{quote}“ – {whence}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>zu kurz, um es zu sagen</translation>
    </message>
    <message>
        <source>Tokens of the row</source>
        <translation>Token der Zeile</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Read, not learnt</source>
        <translation>Gelesen, nicht gelernt</translation>
    </message>
    <message>
        <source>goes on with the character before it</source>
        <translation>setzt das Zeichen davor fort</translation>
    </message>
    <message>
        <source>Token {place} of {ids}</source>
        <translation>Token {place} von {ids}</translation>
    </message>
    <message>
        <source>{number} · id {id} · {text} · {learnt}: {why}.</source>
        <translation>{number} · id {id} · {text} · {learnt}: {why}.</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Was exportiert wird</translation>
    </message>
    <message>
        <source>Str&amp;ength of what was learnt</source>
        <translation>Stärk&amp;e des Gelernten</translation>
    </message>
    <message>
        <source>Looking for Ollama…</source>
        <translation>Ollama wird gesucht…</translation>
    </message>
    <message>
        <source>Choose where it goes.</source>
        <translation>Wähle, wohin es soll.</translation>
    </message>
    <message>
        <source>Choose the &amp;zip file…</source>
        <translation>&amp;Zip-Datei wählen…</translation>
    </message>
    <message>
        <source>Choose the fo&amp;lder…</source>
        <translation>&amp;Ordner wählen…</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>Was zurückkam</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>Sichern in</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>{free} frei</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Zip-Dateien (*.zip)</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>Das ganze Modell</translation>
    </message>
    <message>
        <source>For Python (PEFT)</source>
        <translation>Für Python (PEFT)</translation>
    </message>
    <message>
        <source>Ollama, a free program to talk to models, is not installed.</source>
        <translation>Ollama, ein kostenloses Programm, um mit Modellen zu reden, ist nicht installiert.</translation>
    </message>
    <message>
        <source>You can export the folder now and add it later.</source>
        <translation>Du kannst den Ordner jetzt exportieren und später hinzufügen.</translation>
    </message>
    <message>
        <source>Looked again, and nothing has changed.</source>
        <translation>Noch einmal gesucht: Es hat sich nichts geändert.</translation>
    </message>
    <message>
        <source>Ollama is not running. Open it and look again.</source>
        <translation>Ollama läuft nicht. Öffne es und suche neu.</translation>
    </message>
    <message>
        <source>Name on the hub</source>
        <translation>Name auf dem Hub</translation>
    </message>
    <message>
        <source>Only I can see &amp;it</source>
        <translation>Nur &amp;ich kann es sehen</translation>
    </message>
    <message>
        <source>&amp;Name on the hub</source>
        <translation>&amp;Name auf dem Hub</translation>
    </message>
    <message>
        <source>Save an access token first.</source>
        <translation>Sichere zuerst ein Zugangstoken.</translation>
    </message>
    <message>
        <source>These files would be uploaded, and nothing else:</source>
        <translation>Diese Dateien würden hochgeladen, und sonst nichts:</translation>
    </message>
    <message>
        <source>Not uploaded: {left_out}{more}</source>
        <translation>Nicht hochgeladen: {left_out}{more}</translation>
    </message>
    <message>
        <source>The base model&apos;s licence is not known. Look it up before you share this.</source>
        <translation>Die Lizenz des Basismodells ist nicht bekannt. Sieh nach, bevor du dies weitergibst.</translation>
    </message>
    <message>
        <source>To upload, get an access token that can write, and save it here. It stays in your system&apos;s keyring.</source>
        <translation>Zum Hochladen brauchst du ein Zugangstoken mit Schreibrecht; sichere es hier. Es bleibt im Schlüsselbund deines Systems.</translation>
    </message>
    <message>
        <source>The base model&apos;s licence, {licence}, {restriction}.</source>
        <translation>Die Lizenz des Basismodells, {licence}, {restriction}.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>It is back</source>
        <translation>Es ist zurück</translation>
    </message>
    <message>
        <source>{repo} is online</source>
        <translation>{repo} ist online</translation>
    </message>
    <message>
        <source>{name} is in Ollama</source>
        <translation>{name} ist in Ollama</translation>
    </message>
    <message>
        <source>Opens {download} in your browser</source>
        <translation>Öffnet {download} im Browser</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Neu &amp;suchen</translation>
    </message>
    <message>
        <source>Open it and look again, or export the folder now and add it later.</source>
        <translation>Öffne es und sieh erneut nach, oder exportiere den Ordner jetzt und füge ihn später hinzu.</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>Name in Ollama</translation>
    </message>
    <message>
        <source>&amp;Name in Ollama</source>
        <translation>&amp;Name in Ollama</translation>
    </message>
    <message>
        <source>Ollama {version} is running.</source>
        <translation>Ollama {version} läuft.</translation>
    </message>
    <message>
        <source>Ollama is not running. {how_to_start}</source>
        <translation>Ollama läuft nicht. {how_to_start}</translation>
    </message>
    <message>
        <source>Uploa&amp;d</source>
        <translation>&amp;Hochladen</translation>
    </message>
    <message>
        <source>&amp;Export the folder</source>
        <translation>Ordner &amp;exportieren</translation>
    </message>
    <message>
        <source>The new export takes the place of the earlier one.</source>
        <translation>Der neue Export tritt an die Stelle des früheren.</translation>
    </message>
    <message>
        <source>&amp;Replace it</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>Ein Export ist im Gange.</translation>
    </message>
    <message>
        <source>Closing now discards what has been done so far.</source>
        <translation>Wenn du jetzt schließt, geht verloren, was davon fertig ist.</translation>
    </message>
    <message>
        <source>&amp;Close anyway</source>
        <translation>&amp;Trotzdem schließen</translation>
    </message>
    <message>
        <source>Talk to it &amp;here</source>
        <translation>&amp;Hier damit sprechen</translation>
    </message>
    <message>
        <source>&amp;Go to Train</source>
        <translation>&amp;Zum Training</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>{title} ist fertig.</translation>
    </message>
    <message>
        <source>It is here:</source>
        <translation>Es liegt hier:</translation>
    </message>
    <message>
        <source>That did not open</source>
        <translation>Das ließ sich nicht öffnen</translation>
    </message>
    <message>
        <source>Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.</source>
        <translation>Öffne LM Studio einmal, oder wähle hier einen Ordner und denselben in LM Studio unter My Models.</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>Än&amp;dern…</translation>
    </message>
    <message>
        <source>Change where it goes</source>
        <translation>Ändern, wohin es geht</translation>
    </message>
    <message>
        <source>About {size}</source>
        <translation>Etwa {size}</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>how to do things</source>
        <translation>wie man etwas macht</translation>
    </message>
    <message>
        <source>what words mean</source>
        <translation>was Wörter bedeuten</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>Stop making rows?</source>
        <translation>Keine weiteren Zeilen erstellen?</translation>
    </message>
    <message>
        <source>The rows that are finished stay, and the next time it goes on from there.</source>
        <translation>Die fertigen Zeilen bleiben, und beim nächsten Mal geht es dort weiter.</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Model that writes</source>
        <translation>&amp;Modell, das schreibt</translation>
    </message>
    <message>
        <source>A GGUF file</source>
        <translation>Eine GGUF-Datei</translation>
    </message>
    <message>
        <source>Ask each question in {n} &amp;other ways, too</source>
        <translation>Jede Frage auch auf {n} andere Ar&amp;ten stellen</translation>
    </message>
    <message>
        <source>A model answers best in the words that it was trained with.</source>
        <translation>Ein Modell antwortet am besten auf die Worte, mit denen es trainiert wurde.</translation>
    </message>
    <message>
        <source>Teach it to say when the text does &amp;not answer</source>
        <translation>Lehren zu sagen, wenn der Text &amp;nicht antwortet</translation>
    </message>
    <message>
        <source>For each piece of the text, a question that it does not answer is added.</source>
        <translation>Zu jedem Stück des Textes kommt eine Frage, die er nicht beantwortet.</translation>
    </message>
    <message>
        <source>&amp;Try {n} pieces</source>
        <translation>{n} Stücke &amp;probieren</translation>
    </message>
    <message>
        <source>&amp;Try {n} questions</source>
        <translation>{n} Fragen &amp;probieren</translation>
    </message>
    <message>
        <source>Make &amp;all rows</source>
        <translation>&amp;Alle Zeilen machen</translation>
    </message>
    <message>
        <source>&amp;Use these rows</source>
        <translation>Diese Zeilen &amp;benutzen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>No rows were made</source>
        <translation>Es wurden keine Zeilen gemacht</translation>
    </message>
    <message>
        <source>Other wordings of the questions in {name}</source>
        <translation>Andere Formulierungen der Fragen in {name}</translation>
    </message>
    <message>
        <source>A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used. Read some of it first.</source>
        <translation>Ein Modell auf dieser Festplatte stellt jede Frage auf {n} andere Arten; die Antworten bleiben. Wähle ein Modell ab 3B (etwa 2 GB): Kleinere schreiben wenig Brauchbares. Lies zuerst einiges davon.</translation>
    </message>
    <message>
        <source>A model on this disk writes questions about your text and answers them; rows that say what the text does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used.</source>
        <translation>Ein Modell auf dieser Festplatte schreibt Fragen zu deinem Text und beantwortet sie; Zeilen, die etwas sagen, was nicht im Text steht, fallen weg. Wähle ein Modell ab 3B (etwa 2 GB): Kleinere schreiben wenig Brauchbares.</translation>
    </message>
    <message>
        <source>Questions and answers about {name}</source>
        <translation>Fragen und Antworten zu {name}</translation>
    </message>
    <message>
        <source>&amp;What is asked</source>
        <translation>&amp;Was gefragt wird</translation>
    </message>
    <message>
        <source>Rows that were tried</source>
        <translation>Probeweise gemachte Zeilen</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} questions.</source>
        <translation>{rows} Zeilen aus {done} von {pieces} Fragen.</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} pieces.</source>
        <translation>{rows} Zeilen aus {done} von {pieces} Stücken.</translation>
    </message>
    <message>
        <source>{n} of them say that the text does not answer.</source>
        <translation>{n} davon sagen, dass der Text nicht antwortet.</translation>
    </message>
    <message>
        <source>The rest takes about {time}.</source>
        <translation>Der Rest dauert etwa {time}.</translation>
    </message>
    <message>
        <source>left out: {why}</source>
        <translation>weggelassen: {why}</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Or type in a terminal:</source>
        <translation>Oder tippe in ein Terminal:</translation>
    </message>
    <message>
        <source>Open {program}</source>
        <translation>{program} öffnen</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>&amp;Open {program}</source>
        <translation>{program} öff&amp;nen</translation>
    </message>
    <message>
        <source>&amp;Get {program}</source>
        <translation>{program} &amp;holen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint</source>
        <translation>Chec&amp;kpoint</translation>
    </message>
    <message>
        <source>{name} (nothing learnt yet)</source>
        <translation>{name} (noch nichts gelernt)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neuester</translation>
    </message>
    <message>
        <source>Best: {name}</source>
        <translation>Bester: {name}</translation>
    </message>
    <message>
        <source>Newest: {name}</source>
        <translation>Neuester: {name}</translation>
    </message>
    <message>
        <source>O&amp;ther ways</source>
        <translation>Andere &amp;Wege</translation>
    </message>
    <message>
        <source>Loading your runs…</source>
        <translation>Deine Läufe werden geladen…</translation>
    </message>
    <message>
        <source>Checking what would be uploaded…</source>
        <translation>Was hochgeladen würde, wird angesehen…</translation>
    </message>
    <message>
        <source>Nothing can be exported yet.

Train a model first. What it has learnt can then go to Ollama and other programs.</source>
        <translation>Noch lässt sich nichts exportieren.

Trainiere erst ein Modell. Was es gelernt hat, kann dann nach Ollama und in andere Programme.</translation>
    </message>
    <message>
        <source>1. Take the folder to the other machine.</source>
        <translation>1. Bring den Ordner auf den anderen Computer.</translation>
    </message>
    <message>
        <source>Looking at “{run}”…</source>
        <translation>„{run}“ wird angesehen…</translation>
    </message>
    <message>
        <source>LM Studio&apos;s list</source>
        <translation>LM Studios Liste</translation>
    </message>
    <message>
        <source>There is an export of “{run}” in {where}</source>
        <translation>Einen Export von „{run}“ gibt es in {where}</translation>
    </message>
    <message>
        <source>There are other files in {where}</source>
        <translation>Andere Dateien gibt es in {where}</translation>
    </message>
    <message>
        <source>{what} already, written {made}.</source>
        <translation>{what} schon, geschrieben {made}.</translation>
    </message>
    <message>
        <source>{what} already.</source>
        <translation>{what} schon.</translation>
    </message>
    <message>
        <source>Talk to it in Ollama</source>
        <translation>In Ollama damit sprechen</translation>
    </message>
    <message>
        <source>Cr&amp;eate in Ollama</source>
        <translation>In Ollama &amp;anlegen</translation>
    </message>
    <message>
        <source>&amp;Export to LM Studio</source>
        <translation>Nach LM Studio &amp;exportieren</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>Eine Datei</translation>
    </message>
    <message>
        <source>For Jan, KoboldCpp, llama.cpp and others</source>
        <translation>Für Jan, KoboldCpp, llama.cpp und andere</translation>
    </message>
    <message>
        <source>&amp;Export the file</source>
        <translation>Datei &amp;exportieren</translation>
    </message>
    <message>
        <source>Hugging Face hub</source>
        <translation>Hugging Face Hub</translation>
    </message>
    <message>
        <source>Pr&amp;epare the files</source>
        <translation>Dateien &amp;vorbereiten</translation>
    </message>
    <message>
        <source>A bigger machine</source>
        <translation>Ein größerer Computer</translation>
    </message>
    <message>
        <source>Keeps {share} of what was learnt.</source>
        <translation>Behält {share} des Gelernten.</translation>
    </message>
    <message>
        <source>Some answers are not those given here.</source>
        <translation>Manche Antworten sind nicht die von hier.</translation>
    </message>
    <message>
        <source>Answers exactly as here: {good} of {total}.</source>
        <translation>Antwortet genau wie hier: {good} von {total}.</translation>
    </message>
    <message>
        <source> To “{prompt}” it says “{theirs}” and not “{ours}”.</source>
        <translation> Auf „{prompt}“ sagt es „{theirs}“ und nicht „{ours}“.</translation>
    </message>
    <message>
        <source>Loss on trained examples: {here} here, {there} there.</source>
        <translation>Loss auf trainierten Beispielen: {here} hier, {there} dort.</translation>
    </message>
    <message>
        <source>Loss on unseen examples: {here} here, {there} there.</source>
        <translation>Loss auf ungesehenen Beispielen: hier {here}, dort {there}.</translation>
    </message>
    <message>
        <source>Loss on general questions: {here} here, {there} there.</source>
        <translation>Loss bei allgemeinen Fragen: hier {here}, dort {there}.</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Wird exportiert…</translation>
    </message>
    <message>
        <source>Add &amp;it to Ollama</source>
        <translation>Zu Ollama &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Ollama has to be running first.</source>
        <translation>Zuerst muss Ollama laufen.</translation>
    </message>
    <message>
        <source>This starts llama.cpp. Jan, KoboldCpp and others open the file itself.</source>
        <translation>Das startet llama.cpp. Jan, KoboldCpp und andere öffnen die Datei selbst.</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet. You can only train it on a bigger machine.</source>
        <translation>Dieser Lauf hat noch nichts gelernt. Du kannst ihn nur auf einem größeren Computer trainieren.</translation>
    </message>
    <message>
        <source>The folder holds your data as plain text. Give it only to people you trust with that.</source>
        <translation>Der Ordner enthält deine Daten als lesbaren Text. Gib ihn nur Leuten, denen du damit vertraust.</translation>
    </message>
    <message>
        <source>Trained there? Drop the folder or zip file that came back here.</source>
        <translation>Dort trainiert? Leg den Ordner oder die Zip-Datei hier ab, die zurückkam.</translation>
    </message>
    <message>
        <source>You see the files before anything is uploaded.</source>
        <translation>Du siehst die Dateien, bevor etwas hochgeladen wird.</translation>
    </message>
    <message>
        <source>First reads what it was trained on, to lose less where it counts. Takes longer.</source>
        <translation>Liest zuerst, womit es trainiert wurde, um dort weniger zu verlieren, wo es zählt. Dauert länger.</translation>
    </message>
    <message>
        <source>Only what it learnt, to use beside the base model</source>
        <translation>Nur das Gelernte, neben dem Basismodell zu verwenden</translation>
    </message>
    <message>
        <source>The folder for Ollama is ready</source>
        <translation>Der Ordner für Ollama ist fertig</translation>
    </message>
    <message>
        <source>1. Install Ollama, a free program, and open it.</source>
        <translation>1. Installiere Ollama, ein kostenloses Programm, und öffne es.</translation>
    </message>
    <message>
        <source>2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest.</source>
        <translation>2. Klicke auf „Neu suchen“, dann auf „Zu Ollama hinzufügen“. Den Rest macht Luthier.</translation>
    </message>
    <message>
        <source>Add it to LM Studio&apos;s models</source>
        <translation>Zu den Modellen von LM Studio hinzufügen</translation>
    </message>
    <message>
        <source>It is in LM Studio, under My Models</source>
        <translation>Es ist in LM Studio, unter „My Models“</translation>
    </message>
    <message>
        <source>The file is ready</source>
        <translation>Die Datei ist fertig</translation>
    </message>
    <message>
        <source>For Transformers and PEFT</source>
        <translation>Für Transformers und PEFT</translation>
    </message>
    <message>
        <source>The folder is ready</source>
        <translation>Der Ordner ist fertig</translation>
    </message>
    <message>
        <source>Keep it online, or share it</source>
        <translation>Online aufbewahren oder teilen</translation>
    </message>
    <message>
        <source>The files are ready to upload</source>
        <translation>Die Dateien sind bereit zum Hochladen</translation>
    </message>
    <message>
        <source>Train it elsewhere, bring it back</source>
        <translation>Anderswo trainieren und zurückholen</translation>
    </message>
    <message>
        <source>A folder with your data and all settings, to train the same on a rented or a friend&apos;s computer.</source>
        <translation>Ein Ordner mit deinen Daten und allen Einstellungen, um dasselbe auf einem gemieteten Computer oder bei Freunden zu trainieren.</translation>
    </message>
    <message>
        <source>2. Follow the steps in its README.md there.</source>
        <translation>2. Folge dort den Schritten in seiner README.md.</translation>
    </message>
    <message>
        <source>3. Bring the adapter that it writes back: drop it below.</source>
        <translation>3. Bring den Adapter zurück, den es schreibt: leg ihn unten ab.</translation>
    </message>
    <message>
        <source>Reads pictures or sound as the base model does: that file was copied, too.</source>
        <translation>Liest Bilder oder Ton wie das Basismodell: auch diese Datei wurde kopiert.</translation>
    </message>
    <message>
        <source>It answers as it does here.</source>
        <translation>Es antwortet wie hier.</translation>
    </message>
    <message>
        <source>It answers as it does here, though not always word for word.</source>
        <translation>Es antwortet wie hier, wenn auch nicht immer Wort für Wort.</translation>
    </message>
    <message>
        <source>It sees conversations as it did in training.</source>
        <translation>Es sieht Gespräche so wie im Training.</translation>
    </message>
    <message>
        <source>Ollama shows it conversations differently from how it was trained.</source>
        <translation>Ollama zeigt ihm Gespräche anders, als es trainiert wurde.</translation>
    </message>
    <message>
        <source> Where they differ, the model was undecided: rounding explains it.</source>
        <translation> Wo sie sich unterscheiden, war das Modell unentschieden: das kommt vom Runden.</translation>
    </message>
    <message>
        <source>Ends its answers by itself.</source>
        <translation>Beendet seine Antworten von selbst.</translation>
    </message>
    <message>
        <source>Does not always end its answers. Training longer helps.</source>
        <translation>Beendet seine Antworten nicht immer. Längeres Training hilft.</translation>
    </message>
    <message>
        <source>only you can see it</source>
        <translation>nur du kannst es sehen</translation>
    </message>
    <message>
        <source>everybody can see it</source>
        <translation>alle können es sehen</translation>
    </message>
    <message>
        <source>{files} online, {bytes}; {seen}.</source>
        <translation>{files} online, {bytes}; {seen}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are</source>
        <comment>{n} file is</comment>
        <translation>
            <numerusform>{n} Datei ist</numerusform>
            <numerusform>{n} Dateien sind</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} trained there.</source>
        <translation>Dort trainiert: {steps}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps were</source>
        <comment>{n} step was</comment>
        <translation>
            <numerusform>{n} Schritt</numerusform>
            <numerusform>{n} Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss on unseen examples: {eval_loss_before} before, </source>
        <translation>Loss auf ungesehenen Beispielen: vorher {eval_loss_before}, </translation>
    </message>
    <message>
        <source>{text}{eval_loss_after} now.</source>
        <translation>{text}jetzt {eval_loss_after}.</translation>
    </message>
    <message>
        <source> · loss {loss}</source>
        <translation> · Loss {loss}</translation>
    </message>
    <message>
        <source>Step {step}{loss}</source>
        <translation>Schritt {step}{loss}</translation>
    </message>
    <message>
        <source>Chosen because the usual file would take over half of your memory.</source>
        <translation>Gewählt, weil die übliche Datei mehr als die Hälfte deines Speichers bräuchte.</translation>
    </message>
    <message>
        <source>As trained, a little larger ({base})</source>
        <translation>Wie trainiert, etwas größer ({base})</translation>
    </message>
    <message>
        <source>As trained ({base})</source>
        <translation>Wie trainiert ({base})</translation>
    </message>
    <message>
        <source>As trained</source>
        <translation>Wie trainiert</translation>
    </message>
    <message>
        <source>As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.</source>
        <translation>So klein wie das trainierte Modell, und angepasst, um das Gelernte zu behalten. Dauert einige Minuten.</translation>
    </message>
    <message>
        <source>At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. Takes some minutes.</source>
        <translation>Höchstens ein Zehntel größer als das trainierte Modell, und angepasst, um mehr vom Gelernten zu behalten. Dauert einige Minuten.</translation>
    </message>
    <message>
        <source>{about} Compare first: it may lose what was learnt.</source>
        <translation>{about} Vergleiche zuerst: Gelerntes kann verloren gehen.</translation>
    </message>
    <message>
        <source>Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.</source>
        <translation>Nimmt 8 Bits für das Gelernte, da weniger es verlören. Die übliche Wahl.</translation>
    </message>
    <message>
        <source>As precise as the model you trained. The usual choice.</source>
        <translation>So genau wie das trainierte Modell. Die übliche Wahl.</translation>
    </message>
    <message>
        <source>Use letters, digits, dots and dashes only, as in my-model.</source>
        <translation>Nimm nur Buchstaben, Ziffern, Punkte und Striche, wie in mein-modell.</translation>
    </message>
    <message>
        <source>Enter your name on the hub, a slash, and a name for the model.</source>
        <translation>Gib deinen Namen auf dem Hub ein, einen Schrägstrich und einen Namen für das Modell.</translation>
    </message>
    <message>
        <source>Use the form your-name/my-model.</source>
        <translation>Nimm die Form dein-name/mein-modell.</translation>
    </message>
    <message>
        <source>Keeps what was learnt ({finer})</source>
        <translation>Behält das Gelernte ({finer})</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>under 0.1%</source>
        <translation>unter 0,1 %</translation>
    </message>
    <message>
        <source>{shown}: too much</source>
        <translation>{shown}: zu viel</translation>
    </message>
    <message>
        <source>{shown}: noticeable</source>
        <translation>{shown}: spürbar</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>Gib ihm einen Namen.</translation>
    </message>
    <message>
        <source>Replace &amp;it</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>Ollama has another model of that name</source>
        <translation>Ollama hat ein anderes Modell mit diesem Namen</translation>
    </message>
    <message>
        <source>Ollama does not answer</source>
        <translation>Ollama antwortet nicht</translation>
    </message>
    <message>
        <source>LM Studio was not found</source>
        <translation>LM Studio wurde nicht gefunden</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>Dateien schreiben</translation>
    </message>
    <message>
        <source>Check them in llama.cpp</source>
        <translation>In llama.cpp prüfen</translation>
    </message>
    <message>
        <source>Read them back</source>
        <translation>Zurücklesen</translation>
    </message>
    <message>
        <source>Compare its answers</source>
        <translation>Antworten vergleichen</translation>
    </message>
    <message>
        <source>Add it to Ollama</source>
        <translation>Zu Ollama hinzufügen</translation>
    </message>
    <message>
        <source>Compare its answers in Ollama</source>
        <translation>Antworten in Ollama vergleichen</translation>
    </message>
    <message>
        <source>Other files are there already</source>
        <translation>Andere Dateien sind schon dort</translation>
    </message>
    <message>
        <source>Choose another place, or replace them.</source>
        <translation>Wähle einen anderen Ort oder ersetze sie.</translation>
    </message>
    <message>
        <source>Choose another name, or replace that model.</source>
        <translation>Wähle einen anderen Namen oder ersetze jenes Modell.</translation>
    </message>
    <message>
        <source>Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models.</source>
        <translation>Öffne LM Studio einmal und sieh erneut nach, oder wähle einen Ordner und füge das Modell in LM Studio unter „My Models“ hinzu.</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet</source>
        <translation>Dieser Lauf hat noch nichts gelernt</translation>
    </message>
    <message>
        <source>Train until its first checkpoint is saved.</source>
        <translation>Trainiere, bis der erste Checkpoint gespeichert ist.</translation>
    </message>
    <message>
        <source>The file would lose what was learnt</source>
        <translation>Es hätte das Gelernte vergessen</translation>
    </message>
    <message>
        <source>Choose larger weights, such as F16, and export again.</source>
        <translation>Wähle größere Gewichte, etwa F16, und exportiere erneut.</translation>
    </message>
    <message>
        <source>Get one below, and save it.</source>
        <translation>Hol unten eines und sichere es.</translation>
    </message>
    <message>
        <source>Get one that can write, and save it below.</source>
        <translation>Hol eines mit Schreibrecht und sichere es unten.</translation>
    </message>
    <message>
        <source>Get a new one below, and save it.</source>
        <translation>Hol unten ein neues und sichere es.</translation>
    </message>
    <message>
        <source>Choose smaller weights, and export again.</source>
        <translation>Wähle kleinere Gewichte und exportiere erneut.</translation>
    </message>
    <message>
        <source>{message} Put it back where it was during the training.</source>
        <translation>{message} Leg es wieder dorthin, wo es beim Training war.</translation>
    </message>
    <message>
        <source>The hub asks for a token</source>
        <translation>Der Hub verlangt ein Token</translation>
    </message>
    <message>
        <source>This token can only read</source>
        <translation>Dieses Token darf nur lesen</translation>
    </message>
    <message>
        <source>The hub refuses the token</source>
        <translation>Der Hub lehnt das Token ab</translation>
    </message>
    <message>
        <source>The file is too large for the hub</source>
        <translation>Die Datei ist zu groß für den Hub</translation>
    </message>
    <message>
        <source>The model that you trained is not there</source>
        <translation>Das Modell, mit dem trainiert wurde, ist nicht da</translation>
    </message>
    <message>
        <source>Go to &amp;Model</source>
        <translation>Zu &amp;Modell</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Same answers</source>
        <translation>Gleiche Antworten</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Behält</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>Typ der Gewichte</translation>
    </message>
    <message>
        <source>Co&amp;mpare the types</source>
        <translation>Typen &amp;vergleichen</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>&amp;Gewichte</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.</source>
        <translation>Empfohlen: {name}{matrix}, der kleinste, der das Gelernte behält und ebenso gut antwortet.</translation>
    </message>
    <message>
        <source>Use an im&amp;portance matrix</source>
        <translation>Mit &amp;Wichtigkeitsmatrix</translation>
    </message>
    <message>
        <source>{shown} · about {size}</source>
        <translation>{shown} · etwa {size}</translation>
    </message>
    <message>
        <source> with importance matrix</source>
        <translation> mit Wichtigkeitsmatrix</translation>
    </message>
    <message>
        <source>{item} · recommended</source>
        <translation>{item} · empfohlen</translation>
    </message>
    <message>
        <source>What each type costs</source>
        <translation>Was jede Art kostet</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>Wohin</translation>
    </message>
    <message>
        <source>Open its &amp;page</source>
        <translation>Seite ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Get a toke&amp;n</source>
        <translation>&amp;Token holen</translation>
    </message>
    <message>
        <source>&amp;Save token</source>
        <translation>Token &amp;speichern</translation>
    </message>
    <message>
        <source>made as small as you like on this computer</source>
        <translation>auf diesem Computer so klein gemacht, wie du magst</translation>
    </message>
    <message>
        <source>Files to download</source>
        <translation>Dateien zum Herunterladen</translation>
    </message>
    <message>
        <source>Trains here: {text}</source>
        <translation>Trainiert hier: {text}</translation>
    </message>
    <message>
        <source>{model} · licence: {licence}</source>
        <translation>{model} · Lizenz: {licence}</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>nicht genannt</translation>
    </message>
    <message>
        <source>Its description can be read on its page.</source>
        <translation>Die Beschreibung steht auf seiner Seite.</translation>
    </message>
    <message>
        <source>Its owner has written no description.</source>
        <translation>Sein Besitzer hat keine Beschreibung geschrieben.</translation>
    </message>
    <message>
        <source>training needs about {need} · </source>
        <translation>Training braucht etwa {need} · </translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>{weight} · training needs about {need}: {word}</source>
        <translation>{weight} · Training braucht etwa {need}: {word}</translation>
    </message>
    <message>
        <source>The original (safetensors), {bytes}</source>
        <translation>Das Original (safetensors), {bytes}</translation>
    </message>
    <message>
        <source>{bytes} in {count} files</source>
        <translation>{bytes} in {count} Dateien</translation>
    </message>
    <message>
        <source> and {others} more</source>
        <translation> und {others} weitere</translation>
    </message>
    <message>
        <source>Also there: {named}{more}.</source>
        <translation>Auch da: {named}{more}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;This model is gated.&lt;/b&gt; Open its page, log in and accept its licence. Then get an access token that can read, and save it here. One token is good for all gated models.</source>
        <translation>&lt;b&gt;Dieses Modell ist zugangsbeschränkt.&lt;/b&gt; Öffne seine Seite, melde dich an und nimm die Lizenz an. Hol dann ein Zugangstoken mit Leserecht und sichere es hier. Ein Token gilt für alle solchen Modelle.</translation>
    </message>
    <message>
        <source>GGUF or safetensors</source>
        <translation>GGUF oder safetensors</translation>
    </message>
    <message>
        <source>GGUF (ready to use)</source>
        <translation>GGUF (gleich benutzbar)</translation>
    </message>
    <message>
        <source>safetensors (originals)</source>
        <translation>safetensors (Originale)</translation>
    </message>
    <message>
        <source>Choose a model, or search for another.</source>
        <translation>Wähle ein Modell, oder suche ein anderes.</translation>
    </message>
    <message>
        <source>Luthier is set to stay offline: no search, no downloads.</source>
        <translation>Luthier soll offline bleiben: keine Suche, keine Downloads.</translation>
    </message>
    <message>
        <source>Good choices for this computer, with {memory} of memory.</source>
        <translation>Gute Wahl für diesen Computer mit {memory} Speicher.</translation>
    </message>
    <message>
        <source>Fil&amp;ters</source>
        <translation>Fil&amp;ter</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Jede Größe</translation>
    </message>
    <message>
        <source>Up to {n} GB</source>
        <translation>Bis {n} GB</translation>
    </message>
    <message>
        <source>Up to {n} MB</source>
        <translation>Bis {n} MB</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Jede Lizenz</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Allow the net&amp;work</source>
        <translation>&amp;Netz erlauben</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>Suchwörter</translation>
    </message>
    <message>
        <source>Name of a model, such as smollm2 instruct</source>
        <translation>Name eines Modells, etwa smollm2 instruct</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>Größte Größe</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>F&amp;its this machine</source>
        <translation>&amp;Passt auf diesen Computer</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Gefundene Modelle</translation>
    </message>
    <message>
        <source>Models to start &amp;with</source>
        <translation>Modelle für den &amp;Anfang</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>Die Einstellungen können nicht gelesen werden</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Face wird gefragt…</translation>
    </message>
    <message>
        <source>The search did not work</source>
        <translation>Die Suche hat nicht geklappt</translation>
    </message>
    <message>
        <source>Nothing found. Fewer words or filters may help.</source>
        <translation>Nichts gefunden. Weniger Wörter oder Filter können helfen.</translation>
    </message>
    <message>
        <source>{count} found, most downloaded first.</source>
        <translation>{count} gefunden, die meistgeladenen zuerst.</translation>
    </message>
    <message>
        <source>The settings cannot be changed</source>
        <translation>Die Einstellungen können nicht geändert werden</translation>
    </message>
    <message>
        <source>Det&amp;ails</source>
        <translation>Det&amp;ails</translation>
    </message>
    <message>
        <source>&amp;Talk to it as it is</source>
        <translation>So damit &amp;sprechen</translation>
    </message>
    <message>
        <source>Take it &amp;off the list</source>
        <translation>Von der &amp;Liste nehmen</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Trains here:&lt;/b&gt; {text}</source>
        <translation>&lt;b&gt;Trainiert hier:&lt;/b&gt; {text}</translation>
    </message>
    <message>
        <source>{name}. Trains here: {text}</source>
        <translation>{name}. Trainiert hier: {text}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>Modelle filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>Clear the filt&amp;er</source>
        <translation>&amp;Filter leeren</translation>
    </message>
    <message>
        <source>Choose a model in the list.</source>
        <translation>Wähle ein Modell in der Liste.</translation>
    </message>
    <message>
        <source>Looking for models on this disk…</source>
        <translation>Auf dieser Platte wird nach Modellen gesucht…</translation>
    </message>
    <message>
        <source>The models could not be listed</source>
        <translation>Die Modelle konnten nicht aufgelistet werden</translation>
    </message>
    <message>
        <source>None of the {found} models here has “{filter}” in its name or in the line below it.</source>
        <translation>Keines der {found} Modelle hier hat „{filter}“ im Namen oder in der Zeile darunter.</translation>
    </message>
    <message>
        <source>{shown} of {found} shown.</source>
        <translation>{shown} von {found} gezeigt.</translation>
    </message>
    <message>
        <source>{name} was not added</source>
        <translation>{name} wurde nicht hinzugefügt</translation>
    </message>
    <message>
        <source>{name} (the sample)</source>
        <translation>{name} (das Beispiel)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>It is still in the bin</source>
        <translation>Es liegt noch im Papierkorb</translation>
    </message>
    <message>
        <source>Move it to the &amp;bin</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>Eine &amp;Datei…</translation>
    </message>
    <message>
        <source>A f&amp;older…</source>
        <translation>Einen &amp;Ordner…</translation>
    </message>
    <message>
        <source>&amp;Look for models again</source>
        <translation>Erneut nach &amp;Modellen suchen</translation>
    </message>
    <message>
        <source>Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here.</source>
        <translation>Hier ist nur das Beispiel. Hol ein Modell von Hugging Face, oder leg eine GGUF-Datei oder einen Modellordner hier ab.</translation>
    </message>
    <message>
        <source>Moving {name} to the bin…</source>
        <translation>{name} kommt in den Papierkorb…</translation>
    </message>
    <message>
        <source>{name} stays where it is</source>
        <translation>{name} bleibt, wo es ist</translation>
    </message>
    <message>
        <source>A part of {name} is in the bin</source>
        <translation>Ein Teil von {name} liegt im Papierkorb</translation>
    </message>
    <message>
        <source>The system&apos;s bin did not take {path}. Delete it in your files.</source>
        <translation>Der Papierkorb des Systems nahm {path} nicht. Lösche es in deiner Dateiverwaltung.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Ein Modell wählen</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>Modelle (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder with safetensors</source>
        <translation>Einen Ordner mit safetensors wählen</translation>
    </message>
    <message>
        <source>Comes with Luthier</source>
        <translation>Kommt mit Luthier</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>Von {source}</translation>
    </message>
    <message>
        <source>A model is being converted.</source>
        <translation>Ein Modell wird umgewandelt.</translation>
    </message>
    <message>
        <source>On this &amp;computer</source>
        <translation>Auf diesem &amp;Computer</translation>
    </message>
    <message>
        <source>From &amp;Hugging Face</source>
        <translation>Von &amp;Hugging Face</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>Dieses Modell &amp;nehmen</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>The download cannot be deleted</source>
        <translation>Der Download kann nicht gelöscht werden</translation>
    </message>
    <message>
        <source>Trains a smaller copy ({picked}). The original stays.</source>
        <translation>Trainiert eine kleinere Kopie ({picked}). Das Original bleibt.</translation>
    </message>
    <message>
        <source>This model does not train here.</source>
        <translation>Dieses Modell kann hier nicht trainiert werden.</translation>
    </message>
    <message>
        <source>{bytes} to download</source>
        <translation>{bytes} herunterzuladen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>fits this machine</source>
        <translation>passt auf diesen Computer</translation>
    </message>
    <message>
        <source>too large for this machine</source>
        <translation>zu groß für diesen Computer</translation>
    </message>
    <message>
        <source>does not train</source>
        <translation>nicht trainierbar</translation>
    </message>
    <message>
        <source>No. {trouble} {hint}</source>
        <translation>Nein. {trouble} {hint}</translation>
    </message>
    <message>
        <source>Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.</source>
        <translation>Nicht jetzt: braucht {need} von {free}, die fürs Training frei sind. Schließ andere Programme, oder nimm ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Yes, but tightly: needs {need} of {free} free for training.</source>
        <translation>Ja, aber knapp: braucht {need} von {free}, die fürs Training frei sind.</translation>
    </message>
    <message>
        <source>small, for a first try</source>
        <translation>klein, für einen ersten Versuch</translation>
    </message>
    <message>
        <source>Yes, needs {need} of {free} free for training.</source>
        <translation>Ja, braucht {need} von {free}, die fürs Training frei sind.</translation>
    </message>
    <message>
        <source>Yes, made smaller: as {smaller} it {short} of {budget} free for training.</source>
        <translation>Ja, verkleinert: als {smaller}, {short}; {budget} sind fürs Training frei.</translation>
    </message>
    <message>
        <source>as {smaller} {short}</source>
        <translation>als {smaller}: {short}</translation>
    </message>
    <message>
        <source>needs about {need}</source>
        <translation>braucht etwa {need}</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>, knapp</translation>
    </message>
    <message>
        <source>, too large now</source>
        <translation>, jetzt zu groß</translation>
    </message>
    <message>
        <source>used by 1 run</source>
        <translation>von 1 Lauf benutzt</translation>
    </message>
    <message>
        <source>used by {n_runs} runs</source>
        <translation>von {n_runs} Läufen benutzt</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> und anderen</translation>
    </message>
    <message>
        <source>not named. Ask its publisher before you share what you train from it</source>
        <translation>nicht genannt. Frag den Herausgeber, bevor du weitergibst, was du daraus trainierst</translation>
    </message>
    <message>
        <source>{name} ({bytes}) is in the bin.</source>
        <translation>{name} ({bytes}) liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>Without it, {shown} cannot be continued, exported or used in Chat.</source>
        <translation>Ohne dieses Modell kann man {shown} weder fortsetzen noch exportieren noch damit reden.</translation>
    </message>
    <message>
        <source>{weights}, {parameters} parameters</source>
        <translation>{weights}, {parameters} Parameter</translation>
    </message>
    <message>
        <source>GGUF file</source>
        <translation>GGUF-Datei</translation>
    </message>
    <message>
        <source>safetensors folder</source>
        <translation>safetensors-Ordner</translation>
    </message>
    <message>
        <source>{context} tokens, about {words} words</source>
        <translation>{context} Token, etwa {words} Wörter</translation>
    </message>
    <message>
        <source>Yes: it knows whose turn it is</source>
        <translation>Ja: Es weiß, wer an der Reihe ist</translation>
    </message>
    <message>
        <source>No: it continues text</source>
        <translation>Nein: Es schreibt Text weiter</translation>
    </message>
    <message>
        <source>, so it can learn from conversations</source>
        <translation>, also kann es aus Gesprächen lernen</translation>
    </message>
    <message>
        <source>, so train it on plain text</source>
        <translation>, also trainiere es mit einfachem Text</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>Hier am besten</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>too large for this computer now</source>
        <translation>derzeit zu groß für diesen Computer</translation>
    </message>
    <message>
        <source>fits this computer, but tightly</source>
        <translation>passt knapp auf diesen Computer</translation>
    </message>
    <message>
        <source>good choice for this computer</source>
        <translation>gute Wahl für diesen Computer</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Benutzt von</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>noch keinem Lauf</translation>
    </message>
    <message>
        <source>free for any use</source>
        <translation>frei für jeden Zweck</translation>
    </message>
    <message>
        <source>{licence}, which {licence_note}</source>
        <translation>{licence}, die {licence_note}</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>zugangsbeschränkt</translation>
    </message>
    <message>
        <source>{downloads} downloads</source>
        <translation>{downloads} Downloads</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>This version of Luthier does not train its architecture ({which}).</source>
        <translation>Diese Version von Luthier trainiert seine Architektur nicht ({which}).</translation>
    </message>
    <message>
        <source>Training needs about {need}: too much for this machine.</source>
        <translation>Training braucht etwa {need}: zu viel für diesen Computer.</translation>
    </message>
    <message>
        <source>Trains here: training its smallest form needs about {need}.</source>
        <translation>Trainiert hier: Die kleinste Form braucht zum Training etwa {need}.</translation>
    </message>
    <message>
        <source>{name} · {bytes} · training: {takes}</source>
        <translation>{name} · {bytes} · Training: {takes}</translation>
    </message>
    <message>
        <source>Progress of {title}</source>
        <translation>Fortschritt von {title}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Fortschritt von {name}</translation>
    </message>
    <message>
        <source>connection lost, trying again</source>
        <translation>Verbindung verloren, neuer Versuch</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Nochmal</translation>
    </message>
    <message>
        <source>Not finished · {done} of {total}</source>
        <translation>Nicht fertig · {done} von {total}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Stopped. The part that was downloaded is kept.</source>
        <translation>Angehalten. Was da ist, bleibt.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>Done: {size} in {seconds}, checksums right.</source>
        <translation>Fertig: {size} in {seconds}, Prüfsummen stimmen.</translation>
    </message>
    <message>
        <source>Done in {seconds}: {before} before, {after} now. {notes}</source>
        <translation>Fertig in {seconds}: vorher {before}, jetzt {after}. {notes}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Downloads and conversions</source>
        <translation>Downloads und Umwandlungen</translation>
    </message>
    <message>
        <source>To lose little in so small a file, the model first reads some text, which takes a while. Choose text like what you will use it for.</source>
        <translation>Damit so wenig wie möglich verloren geht, liest das Modell zuerst etwas Text, was eine Weile dauert. Wähle Text wie den, für den du es nutzen willst.</translation>
    </message>
    <message>
        <source>Types of weights</source>
        <translation>Arten von Gewichten</translation>
    </message>
    <message>
        <source>Sho&amp;w all types</source>
        <translation>Alle Arten &amp;zeigen</translation>
    </message>
    <message>
        <source>Ma&amp;ke this file</source>
        <translation>Diese Datei &amp;machen</translation>
    </message>
    <message>
        <source>Text to lear&amp;n from</source>
        <translation>&amp;Text zum Lernen</translation>
    </message>
    <message>
        <source>Text and rows (*.txt *.md *.jsonl *.json);;All files (*)</source>
        <translation>Text und Zeilen (*.txt *.md *.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A text or JSONL file</source>
        <translation>Eine Text- oder JSONL-Datei</translation>
    </message>
    <message>
        <source>Convert and make it smaller</source>
        <translation>Umwandeln und verkleinern</translation>
    </message>
    <message>
        <source>Make it smaller</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>&lt;b&gt;{what}.&lt;/b&gt; Takes less memory; very small files answer worse. The original stays.</source>
        <translation>&lt;b&gt;{what}.&lt;/b&gt; Braucht weniger Speicher; sehr kleine Dateien antworten schlechter. Das Original bleibt.</translation>
    </message>
    <message>
        <source>Use the file as it is.</source>
        <translation>Nimm die Datei, wie sie ist.</translation>
    </message>
    <message>
        <source>{quantization} · as it is, {bytes}</source>
        <translation>{quantization} · wie es ist, {bytes}</translation>
    </message>
    <message>
        <source>too large now</source>
        <translation>jetzt zu groß</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>{name} · about {weights}, training needs about {need}: {word}</source>
        <translation>{name} · etwa {weights}, Training braucht etwa {need}: {word}</translation>
    </message>
    <message>
        <source>Grap&amp;hs</source>
        <translation>&amp;Graphen</translation>
    </message>
    <message>
        <source>Answers over ti&amp;me</source>
        <translation>Antworten im &amp;Verlauf</translation>
    </message>
    <message>
        <source>Settin&amp;gs</source>
        <translation>&amp;Einstellungen</translation>
    </message>
    <message>
        <source>&amp;What happened</source>
        <translation>&amp;Was geschah</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>Was vom Lauf zu sehen ist</translation>
    </message>
    <message>
        <source>step {value}</source>
        <translation>Schritt {value}</translation>
    </message>
    <message>
        <source>after {value}</source>
        <translation>nach {value}</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>&amp;Copy details</source>
        <translation>&amp;Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Anhalten und behalten</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>This run&apos;s records are being read.</source>
        <translation>Was dieser Lauf aufgeschrieben hat, wird gelesen.</translation>
    </message>
    <message>
        <source>Go to {title}</source>
        <translation>Zu {title}</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Keep &amp;waiting</source>
        <translation>Weiter &amp;warten</translation>
    </message>
    <message>
        <source>Restart from the &amp;last checkpoint</source>
        <translation>Vom letzten &amp;Checkpoint neu beginnen</translation>
    </message>
    <message>
        <source>Is it better?</source>
        <translation>Ist es besser?</translation>
    </message>
    <message>
        <source>Rows that were &amp;kept for testing</source>
        <translation>Zeilen, die zum &amp;Prüfen zurückgehalten wurden</translation>
    </message>
    <message>
        <source>Some of the rows that it was &amp;trained on</source>
        <translation>Einige der Zeilen, aus denen es gele&amp;rnt hat</translation>
    </message>
    <message>
        <source>Questions from a fi&amp;le</source>
        <translation>Fragen aus einer D&amp;atei</translation>
    </message>
    <message>
        <source>&amp;File with questions and answers</source>
        <translation>Datei mit &amp;Fragen und Antworten</translation>
    </message>
    <message>
        <source>In the form of training data</source>
        <translation>In der Form von Trainingsdaten</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>When an answer is right</source>
        <translation>Wann eine Antwort richtig ist</translation>
    </message>
    <message>
        <source>Text to look for</source>
        <translation>Gesuchter Text</translation>
    </message>
    <message>
        <source>Talk to &amp;it</source>
        <translation>Damit &amp;sprechen</translation>
    </message>
    <message>
        <source>Ask &amp;both</source>
        <translation>&amp;Beide fragen</translation>
    </message>
    <message>
        <source>the model before training</source>
        <translation>das Modell vor dem Training</translation>
    </message>
    <message>
        <source>What to ask</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Mehr</translation>
    </message>
    <message>
        <source>Is it better? {title}</source>
        <translation>Ist es besser? {title}</translation>
    </message>
    <message>
        <source>The answers are ready.</source>
        <translation>Die Antworten sind fertig.</translation>
    </message>
    <message>
        <source>The answers of {run} are ready.</source>
        <translation>Die Antworten von {run} sind da.</translation>
    </message>
    <message>
        <source>&amp;Show them</source>
        <translation>An&amp;zeigen</translation>
    </message>
    <message>
        <source>The last time: {verdict}</source>
        <translation>Beim letzten Mal: {verdict}</translation>
    </message>
    <message>
        <source>The models could not be asked</source>
        <translation>Die Modelle konnten nicht gefragt werden</translation>
    </message>
    <message>
        <source>Choose the file with the questions.</source>
        <translation>Wähle die Datei mit den Fragen.</translation>
    </message>
    <message>
        <source>Say which text to look for.</source>
        <translation>Gib an, welcher Text gesucht wird.</translation>
    </message>
    <message>
        <source>The choice could not be kept</source>
        <translation>Die Wahl konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Was gefragt wird</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>V&amp;ergleichen mit</translation>
    </message>
    <message>
        <source>When an answer is &amp;right</source>
        <translation>Wann eine Antwort &amp;richtig ist</translation>
    </message>
    <message>
        <source>Res&amp;ume training</source>
        <translation>Training &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>New &amp;training</source>
        <translation>Neues &amp;Training</translation>
    </message>
    <message>
        <source>&amp;Stop and keep</source>
        <translation>&amp;Anhalten und behalten</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Save chec&amp;kpoint</source>
        <translation>Chec&amp;kpoint speichern</translation>
    </message>
    <message>
        <source>Keeps what it has learnt so far, to go back to or to talk to.</source>
        <translation>Hält fest, was es bisher gelernt hat: um dahin zurückzukehren oder damit zu sprechen.</translation>
    </message>
    <message>
        <source>Ask &amp;it now</source>
        <translation>&amp;Jetzt fragen</translation>
    </message>
    <message>
        <source>A new training that begins with what this one has learnt.</source>
        <translation>Ein neues Training, das mit dem beginnt, was dieses gelernt hat.</translation>
    </message>
    <message>
        <source>Again, with &amp;other settings</source>
        <translation>Nochmal, anders &amp;eingestellt</translation>
    </message>
    <message>
        <source>A new training that begins where this one began.</source>
        <translation>Ein neues Training, das dort beginnt, wo dieses begann.</translation>
    </message>
    <message>
        <source>The model answers its questions now, as far as it has learnt.</source>
        <translation>Das Modell beantwortet seine Fragen jetzt, so weit es gelernt hat.</translation>
    </message>
    <message>
        <source>Carr&amp;y on here</source>
        <translation>Hier weiterm&amp;achen</translation>
    </message>
    <message>
        <source>Ends the training there, and goes on from its newest checkpoint on this computer.</source>
        <translation>Beendet das Training dort und macht ab seinem neuesten Checkpoint auf diesem Computer weiter.</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <source>Is it bette&amp;r?</source>
        <translation>Ist es bes&amp;ser?</translation>
    </message>
    <message>
        <source>Asks the same questions of the model before and after the training.</source>
        <translation>Stellt dem Modell von vor und nach dem Training dieselben Fragen.</translation>
    </message>
    <message>
        <source>Train mor&amp;e</source>
        <translation>W&amp;eiter trainieren</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Details</translation>
    </message>
    <message>
        <source>The training is about to end.</source>
        <translation>Das Training ist gleich zu Ende.</translation>
    </message>
    <message>
        <source>&amp;Back to the settings</source>
        <translation>&amp;Zurück zu den Einstellungen</translation>
    </message>
    <message>
        <source>Show the r&amp;unning one</source>
        <translation>Den &amp;laufenden zeigen</translation>
    </message>
    <message>
        <source>{title} is being trained.</source>
        <translation>{title} wird gerade trainiert.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves; this button shows everything again.</source>
        <translation>Das Rad vergrößert, Ziehen verschiebt; dies zeigt wieder alles.</translation>
    </message>
    <message>
        <source>What the model is to answer now</source>
        <translation>Worauf das Modell jetzt antworten soll</translation>
    </message>
    <message>
        <source>Ask it something, or begin a text…</source>
        <translation>Frag es etwas, oder beginne einen Text…</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>&amp;Jetzt antworten</translation>
    </message>
    <message>
        <source>It is answered after the current step.</source>
        <translation>Es wird nach dem laufenden Schritt beantwortet.</translation>
    </message>
    <message>
        <source>Before and now</source>
        <translation>Vorher und jetzt</translation>
    </message>
    <message>
        <source>Answers to: {prompt}</source>
        <translation>Antworten auf: {prompt}</translation>
    </message>
    <message>
        <source>(It says nothing.)</source>
        <translation>(Es sagt nichts.)</translation>
    </message>
    <message>
        <source>Sa&amp;ve graphs</source>
        <translation>Graphen &amp;speichern</translation>
    </message>
    <message>
        <source>As a &amp;picture (PNG)…</source>
        <translation>Als &amp;Bild (PNG)…</translation>
    </message>
    <message>
        <source>As a &amp;table (CSV)…</source>
        <translation>Als &amp;Tabelle (CSV)…</translation>
    </message>
    <message>
        <source>Save the graphs as a picture</source>
        <translation>Die Kurven als Bild speichern</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Save the numbers as a table</source>
        <translation>Die Zahlen als Tabelle speichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>It could not be saved</source>
        <translation>Es konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>{why}. Choose another folder.</source>
        <translation>{why}. Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>A picture of one answer before and after, to show to others.</source>
        <translation>Ein Bild einer Antwort vorher und nachher, um es anderen zu zeigen.</translation>
    </message>
    <message>
        <source>{model} · {minutes} on {computer} · Luthier</source>
        <translation>{model} · {minutes} auf {computer} · Luthier</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>Ordner ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>{name} is in the folder {folder}.</source>
        <translation>{name} ist im Ordner {folder}.</translation>
    </message>
    <message>
        <source>{parent} does not take the picture</source>
        <translation>{parent} nimmt das Bild nicht</translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation>nur Zeilen, die welche haben</translation>
    </message>
    <message>
        <source>left out, and learnt not to think</source>
        <translation>weggelassen, und lernt nicht zu denken</translation>
    </message>
    <message>
        <source>Held-out data</source>
        <translation>Zurückgehaltene Daten</translation>
    </message>
    <message>
        <source>Goes on from</source>
        <translation>Führt fort</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>{max_steps} steps</source>
        <translation>{max_steps} Schritte</translation>
    </message>
    <message>
        <source>{epochs} times all data</source>
        <translation>{epochs}-mal alle Daten</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>{context} tokens</source>
        <translation>{context} Token</translation>
    </message>
    <message>
        <source>{rank}, strength {alpha}</source>
        <translation>{rank}, Stärke {alpha}</translation>
    </message>
    <message>
        <source>Rows a step</source>
        <translation>Zeilen je Schritt</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>every {eval_every} steps</source>
        <translation>alle {eval_every} Schritte</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>vorher und nachher</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>Ausgewertet</translation>
    </message>
    <message>
        <source>every {save_every} steps</source>
        <translation>alle {save_every} Schritte</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>{saved}; the newest {keep_checkpoints} and the best stay</source>
        <translation>{saved}; die neuesten {keep_checkpoints} und der beste bleiben</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>Adapted parts</source>
        <translation>Angepasste Teile</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>the last answer only</source>
        <translation>nur die letzte Antwort</translation>
    </message>
    <message>
        <source>every turn</source>
        <translation>jeden Beitrag</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>Außerdem</translation>
    </message>
    <message>
        <source>falling in a line</source>
        <translation>fällt in einer Linie</translation>
    </message>
    <message>
        <source>falling in a curve</source>
        <translation>fällt in einer Kurve</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gleichbleibend</translation>
    </message>
    <message>
        <source>What it was asked to do</source>
        <translation>Was es tun sollte</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Nothing is training yet.

Start one on the Train page, or open an earlier one on the Runs page; its graphs appear here.</source>
        <translation>Noch wird nichts trainiert.

Beginne auf der Seite Training, oder öffne auf der Seite Läufe einen früheren Lauf; seine Graphen erscheinen hier.</translation>
    </message>
    <message>
        <source>Here you can read how the model&apos;s answers change while it learns.

Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the Train page are answered by themselves at each evaluation.</source>
        <translation>Hier kannst du lesen, wie sich die Antworten des Modells ändern, während es lernt.

Frag es oben etwas: Es antwortet wie vorher und wie jetzt. Fragen, die auf der Seite Training stehen, werden bei jeder Auswertung von selbst beantwortet.</translation>
    </message>
    <message>
        <source>Here you will read what the model answers: before the training, and now. If your data has no questions, ask something under Details, Answers over time.</source>
        <translation>Hier liest du, was das Modell antwortet: vor dem Training und jetzt. Hat dein Text keine Fragen, frage etwas unter „Details“, „Antworten im Verlauf“.</translation>
    </message>
    <message>
        <source>One of the questions that it learns from.</source>
        <translation>Eine der Fragen, aus denen es lernt.</translation>
    </message>
    <message>
        <source>Reading the run&apos;s records…</source>
        <translation>Was aufgeschrieben ist, wird gelesen…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>Pause nach diesem Schritt…</translation>
    </message>
    <message>
        <source>Stopping after this step…</source>
        <translation>Hält nach diesem Schritt an…</translation>
    </message>
    <message>
        <source>Paused, {waits_for}</source>
        <translation>Pausiert, {waits_for}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source> in another program</source>
        <translation> in einem anderen Programm</translation>
    </message>
    <message>
        <source> on {computer}</source>
        <translation> auf {computer}</translation>
    </message>
    <message>
        <source>Training{where}: step {step}</source>
        <translation>Training{where}: Schritt {step}</translation>
    </message>
    <message>
        <source>Training{where}</source>
        <translation>Training{where}</translation>
    </message>
    <message>
        <source>Training{where}: the first step…</source>
        <translation>Training{where}: der erste Schritt…</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source> · {seconds_left} left</source>
        <translation> · noch {seconds_left}</translation>
    </message>
    <message>
        <source>The training has stopped. Resume it to ask here, or talk to it.</source>
        <translation>Das Training ist angehalten. Setze es fort, um hier zu fragen, oder sprich mit dem Modell.</translation>
    </message>
    <message>
        <source>The training has ended.</source>
        <translation>Das Training ist zu Ende.</translation>
    </message>
    <message>
        <source>Training is finished: talk to it.</source>
        <translation>Das Training ist fertig: Sprich mit dem Modell.</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>Ein anderes Programm trainiert es.</translation>
    </message>
    <message>
        <source>You can ask it as soon as the training has begun.</source>
        <translation>Es kann gefragt werden, sobald das Training begonnen hat.</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>Vor dem Training</translation>
    </message>
    <message>
        <source>After {steps}</source>
        <translation>Nach {steps}</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps</source>
        <comment>{n} step</comment>
        <translation>
            <numerusform>{n} Schritt</numerusform>
            <numerusform>{n} Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>After training</source>
        <translation>Nach dem Training</translation>
    </message>
    <message>
        <source>The training process has gone silent</source>
        <translation>Der Trainingsprozess sagt nichts mehr</translation>
    </message>
    <message>
        <source>It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.</source>
        <translation>Seit {silence} kam nichts von ihm: Er wurde von außen angehalten, oder er hängt.</translation>
    </message>
    <message>
        <source>This step takes far longer than those before it</source>
        <translation>Dieser Schritt dauert viel länger als die davor</translation>
    </message>
    <message>
        <source>The training process is there, but has made no progress for {silence}: it may be stuck.</source>
        <translation>Der Trainingsprozess ist da, aber seit {silence} nicht weitergekommen: Vielleicht hängt er.</translation>
    </message>
    <message>
        <source>No checkpoint has been saved yet: to begin anew, cancel it and start it again.</source>
        <translation>Noch ist kein Checkpoint gespeichert: Um neu zu beginnen, brich ab und starte wieder.</translation>
    </message>
    <message>
        <source>If you restart it, everything up to the checkpoint of step {step} is kept.</source>
        <translation>Neu zu beginnen verliert nichts bis zum Checkpoint von Schritt {step}.</translation>
    </message>
    <message>
        <source>{what} Luthier does not end it by itself. {kept}</source>
        <translation>{what} Von selbst wird er nicht beendet. {kept}</translation>
    </message>
    <message>
        <source>graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>jeder Schritt</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>used by training</source>
        <translation>vom Training belegt</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>Speicher, GB</translation>
    </message>
    <message>
        <source>Memory: the training process uses {rss}, at most {peak} so far{card}.</source>
        <translation>Speicher: Der Trainingsprozess benutzt {rss}, bisher höchstens {peak}{card}.</translation>
    </message>
    <message>
        <source>The system has {available} free.</source>
        <translation>Das System hat {available} frei.</translation>
    </message>
    <message>
        <source>Learning rate {rate} at the last step.</source>
        <translation>Lernrate {rate} beim letzten Schritt.</translation>
    </message>
    <message>
        <source>Gradient norm {norm} at the last step.</source>
        <translation>Gradientennorm {norm} beim letzten Schritt.</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>geglättet</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>How far off it still is (loss), lower is better</source>
        <translation>Wie weit es noch daneben liegt (Loss), niedriger ist besser</translation>
    </message>
    <message>
        <source>Size of the steps</source>
        <translation>Größe der Schritte</translation>
    </message>
    <message>
        <source>Memory that is free, GB</source>
        <translation>Freier Speicher, GB</translation>
    </message>
    <message>
        <source>Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the last of {evaluations} evaluations.</source>
        <translation>Loss über {steps} Schritte: zuerst {first}, jetzt {loss}, geglättet {smoothed}, {evaluated} bei der letzten von {evaluations} Auswertungen.</translation>
    </message>
    <message>
        <source>What it knew before: up to {low} kept, from {high} on much changed</source>
        <translation>Was es vorher konnte: bis {low} erhalten, ab {high} stark verändert</translation>
    </message>
    <message>
        <source>How likely the answers are, in nats</source>
        <translation>Wie wahrscheinlich die Antworten sind, in Nats</translation>
    </message>
    <message>
        <source>Speed: {now} tokens per second now, {mean} on average.</source>
        <translation>Tempo: jetzt {now} Token je Sekunde, im Mittel {mean}.</translation>
    </message>
    <message>
        <source>; {on_card} of the graphics card&apos;s are taken</source>
        <translation>; {on_card} der Grafikkarte sind belegt</translation>
    </message>
    <message>
        <source>{name} is still in the bin: put it back from there.</source>
        <translation>{name} liegt noch im Papierkorb: Stell es von dort wieder her.</translation>
    </message>
    <message>
        <source>{name} could not be deleted: {why}.</source>
        <translation>{name} konnte nicht gelöscht werden: {why}.</translation>
    </message>
    <message>
        <source>{folder} is there already</source>
        <translation>{folder} ist schon da</translation>
    </message>
    <message>
        <source>{name} could not be put back: {why}.</source>
        <translation>{name} konnte nicht zurückgeholt werden: {why}.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Tokens read, thousands</source>
        <translation>Gelesene Token, Tausend</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>Loss of {runs} runs by {title}. In the end {names}.</source>
        <translation>Loss von {runs} Läufen nach {title}. Zuletzt {names}.</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>&amp;Token</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>&amp;Zurück zur Liste</translation>
    </message>
    <message>
        <source>Horizontal axis of the losses</source>
        <translation>Worüber die Losse gezeichnet sind</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>&amp;Bild speichern …</translation>
    </message>
    <message>
        <source>Save the &amp;numbers…</source>
        <translation>&amp;Zahlen speichern …</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Worin sie sich unterscheiden</translation>
    </message>
    <message>
        <source>What they write</source>
        <translation>Was sie schreiben</translation>
    </message>
    <message>
        <source>Model, data and all settings are the same.</source>
        <translation>Modell, Daten und alle Einstellungen sind gleich.</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Das Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} konnte nicht geschrieben werden. Wähle einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Die Zahlen speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Show the lar&amp;gest</source>
        <translation>Die &amp;größten zeigen</translation>
    </message>
    <message>
        <source>Delete the&amp;m…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>Exporte</translation>
    </message>
    <message>
        <source>Show the e&amp;xports</source>
        <translation>E&amp;xporte zeigen</translation>
    </message>
    <message>
        <source>{free} free on this disk</source>
        <translation>{free} auf dieser Platte frei</translation>
    </message>
    <message>
        <source>Graphs, checkpoints and what was learnt</source>
        <translation>Kurven, Checkpoints und das Gelernte</translation>
    </message>
    <message>
        <source>Spare checkpoints</source>
        <translation>Entbehrliche Checkpoints</translation>
    </message>
    <message>
        <source>All but the newest and the best of each run</source>
        <translation>Alle außer dem neuesten und dem besten jedes Laufs</translation>
    </message>
    <message>
        <source>Downloaded and converted</source>
        <translation>Heruntergeladen und umgewandelt</translation>
    </message>
    <message>
        <source>Show the m&amp;odels</source>
        <translation>&amp;Modelle zeigen</translation>
    </message>
    <message>
        <source>Files for other programs</source>
        <translation>Dateien für andere Programme</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Made again when they are needed, in seconds to minutes</source>
        <translation>Werden bei Bedarf in Sekunden bis Minuten neu gemacht</translation>
    </message>
    <message>
        <source>Cl&amp;ear them</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>A running training needs them.</source>
        <translation>Ein laufendes Training braucht sie.</translation>
    </message>
    <message>
        <source>What Luthier keeps</source>
        <translation>Was Luthier aufbewahrt</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>&amp;Zurückholen</translation>
    </message>
    <message>
        <source>Nothing was exported into Luthier&apos;s own folder yet.</source>
        <translation>In Luthiers eigenen Ordner wurde noch nichts exportiert.</translation>
    </message>
    <message>
        <source>{name} is in the bin.</source>
        <translation>{name} ist im Papierkorb.</translation>
    </message>
    <message>
        <source>It stays.</source>
        <translation>Er bleibt.</translation>
    </message>
    <message>
        <source>It is back.</source>
        <translation>Er ist wieder da.</translation>
    </message>
    <message>
        <source>folder for Ollama</source>
        <translation>Ordner für Ollama</translation>
    </message>
    <message>
        <source>folder for Python</source>
        <translation>Ordner für Python</translation>
    </message>
    <message>
        <source>folder for a bigger machine</source>
        <translation>Ordner für einen größeren Rechner</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>ganzes Modell</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>{trouble}
Damaged lines in what it recorded: {damaged_lines}.</source>
        <translation>{trouble}
Beschädigte Zeilen in den Aufzeichnungen: {damaged_lines}.</translation>
    </message>
    <message>
        <source>Name, tags and notes</source>
        <translation>Name, Stichwörter und Notizen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>style, first try</source>
        <translation>Stil, erster Versuch</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Train more, with other data…</source>
        <translation>Weiter &amp;trainieren, mit anderen Daten …</translation>
    </message>
    <message>
        <source>A&amp;gain, with other settings…</source>
        <translation>N&amp;ochmal, anders eingestellt …</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Tags, with commas between</source>
        <translation>&amp;Schlagwörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>N&amp;otizen</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps its name.</source>
        <translation>Der Ordner des Laufs behält seinen Namen.</translation>
    </message>
    <message>
        <source>&amp;List</source>
        <translation>&amp;Liste</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Warteschlange</translation>
    </message>
    <message>
        <source>D&amp;isk</source>
        <translation>&amp;Platte</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>&amp;Aktionen</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>Die Läufe können nicht gelesen werden</translation>
    </message>
    <message>
        <source>This could not be saved</source>
        <translation>Das konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>{name} is in the folder {parent}.</source>
        <translation>{name} ist im Ordner {parent}.</translation>
    </message>
    <message>
        <source>They cannot be compared</source>
        <translation>Sie lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>A run cannot be read</source>
        <translation>Ein Lauf kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Choose a run folder</source>
        <translation>Den Ordner eines Laufs wählen</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>Nichts wartet.</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs wait</source>
        <comment>1 run waits</comment>
        <translation>
            <numerusform>{n} Lauf wartet</numerusform>
            <numerusform>{n} Läufe warten</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} from last time. Continue with them?</source>
        <translation>{who} vom letzten Mal. Sollen sie weitergehen?</translation>
    </message>
    <message>
        <source>{who}. The queue is paused{after}.</source>
        <translation>{who}. Die Warteschlange ist angehalten{after}.</translation>
    </message>
    <message>
        <source>The queue is empty.

While a run is training, you can add more on the Train page. They train one after the other; one that fails does not stop the others.</source>
        <translation>Die Warteschlange ist leer.

Während ein Lauf trainiert, kannst du auf der Seite Training weitere hinzufügen. Sie trainieren nacheinander; schlägt einer fehl, gehen die anderen weiter.</translation>
    </message>
    <message>
        <source>{who}. Each starts when the one before it ends.</source>
        <translation>{who}. Jeder beginnt, wenn der vorige endet.</translation>
    </message>
    <message>
        <source>{who} until a training in another window or a terminal ends.</source>
        <translation>{who}, bis ein Training in einem anderen Fenster oder Terminal endet.</translation>
    </message>
    <message>
        <source>{who}. You stopped a run, so the next does not start by itself.</source>
        <translation>{who}. Du hast einen Lauf angehalten, darum beginnt der nächste nicht von selbst.</translation>
    </message>
    <message>
        <source>, and stays so when this run ends</source>
        <translation>, und bleibt so, wenn dieser Lauf endet</translation>
    </message>
    <message>
        <source>{who}. Start the queue to train them.</source>
        <translation>{who}. Starte die Warteschlange, um sie zu trainieren.</translation>
    </message>
    <message>
        <source>&amp;Start the queue</source>
        <translation>Warteschlange &amp;starten</translation>
    </message>
    <message>
        <source>&amp;Go on with the queue</source>
        <translation>&amp;Mit der Warteschlange weitermachen</translation>
    </message>
    <message>
        <source>&amp;Queue ({n})</source>
        <translation>&amp;Warteschlange ({n})</translation>
    </message>
    <message>
        <source>Continues where it stopped</source>
        <translation>Geht weiter, wo er stehen blieb</translation>
    </message>
    <message>
        <source>{epochs:g} epochs</source>
        <translation>{epochs:g} Epochen</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>Rang {rank}</translation>
    </message>
    <message>
        <source>rate {learning_rate}</source>
        <translation>Rate {learning_rate}</translation>
    </message>
    <message numerus="yes">
        <source>Other computers train {n} runs of the queue.</source>
        <comment>Another computer trains a run of the queue.</comment>
        <translation>
            <numerusform>Ein anderer Computer trainiert einen Lauf der Warteschlange.</numerusform>
            <numerusform>Andere Computer trainieren {n} Läufe der Warteschlange.</numerusform>
        </translation>
    </message>
    <message>
        <source>They finish the step and stop; what was learnt is kept, and the queue can continue it another time.</source>
        <translation>Sie beenden den Schritt und halten an; was gelernt wurde, bleibt, und die Warteschlange kann ein andermal damit weitermachen.</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Anhalten und schließen</translation>
    </message>
    <message>
        <source>step {step} / {steps} · {seconds_left} left</source>
        <translation>Schritt {step} / {steps} · noch {seconds_left}</translation>
    </message>
    <message>
        <source>On {machine} · {done}</source>
        <translation>Auf {machine} · {done}</translation>
    </message>
    <message>
        <source>Ot&amp;her computers help with the queue</source>
        <translation>&amp;Andere Computer helfen bei der Warteschlange</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>Wartende Läufe</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>Train this &amp;now</source>
        <translation>Diesen &amp;jetzt trainieren</translation>
    </message>
    <message>
        <source>Tr&amp;y again</source>
        <translation>&amp;Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Loo&amp;k at it</source>
        <translation>&amp;Ansehen</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Begin with a model</source>
        <translation>&amp;Mit einem Modell beginnen</translation>
    </message>
    <message>
        <source>&amp;Pause the queue</source>
        <translation>Warteschlange an&amp;halten</translation>
    </message>
    <message>
        <source>Training now</source>
        <translation>Wird gerade trainiert</translation>
    </message>
    <message>
        <source>Progress of the run that is trained</source>
        <translation>Fortschritt des Laufs, der trainiert wird</translation>
    </message>
    <message>
        <source>L&amp;ook at it now</source>
        <translation>&amp;Jetzt ansehen</translation>
    </message>
    <message>
        <source>, {eval_first} before training</source>
        <translation>, {eval_first} vor dem Training</translation>
    </message>
    <message>
        <source>On text it had not seen: {eval_last} at last{before}</source>
        <translation>Auf Text, den es nicht gesehen hatte: zuletzt {eval_last}{before}</translation>
    </message>
    <message>
        <source>Best: {eval_best} after {eval_best_step} steps</source>
        <translation>Bestes: {eval_best} nach {eval_best_step} Schritten</translation>
    </message>
    <message>
        <source>Of the last step: {loss}</source>
        <translation>Des letzten Schritts: {loss}</translation>
    </message>
    <message>
        <source>No loss yet</source>
        <translation>Noch kein Loss</translation>
    </message>
    <message>
        <source>{tok_s} tokens a second</source>
        <translation>{tok_s} Token pro Sekunde</translation>
    </message>
    <message>
        <source>{pace}
Computed by: {device}</source>
        <translation>{pace}
Es rechnet: {device}</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>Loss-Kurve</translation>
    </message>
    <message>
        <source>Loss: last / best</source>
        <translation>Loss: letzter / bester</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>Token gelesen</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>■ Stopped, kept</source>
        <translation>■ Angehalten, behalten</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Auf der Platte</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted</source>
        <translation>Ein Lauf, der gerade trainiert wird, kann nicht weg</translation>
    </message>
    <message>
        <source>Nothing can go</source>
        <translation>Nichts kann weg</translation>
    </message>
    <message>
        <source>Some of it could not be done</source>
        <translation>Nicht alles ließ sich erledigen</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>Alle Läufe &amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;Resume from where it stopped</source>
        <translation>&amp;Fortsetzen, wo er stehen blieb</translation>
    </message>
    <message>
        <source>Resume &amp;later, in the queue</source>
        <translation>&amp;Später fortsetzen, in der Warteschlange</translation>
    </message>
    <message>
        <source>&amp;Chat with it</source>
        <translation>&amp;Damit chatten</translation>
    </message>
    <message>
        <source>Is it &amp;better?…</source>
        <translation>Ist es &amp;besser?…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Show its s&amp;weep</source>
        <translation>Seinen Ver&amp;gleich zeigen</translation>
    </message>
    <message>
        <source>&amp;Name, tags and notes…</source>
        <translation>&amp;Name, Schlagwörter und Notizen …</translation>
    </message>
    <message>
        <source>Delete &amp;spare checkpoints…</source>
        <translation>&amp;Entbehrliche Checkpoints löschen…</translation>
    </message>
    <message>
        <source>Move to the b&amp;in</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>Open a run from &amp;another folder…</source>
        <translation>Lauf aus &amp;anderem Ordner öffnen…</translation>
    </message>
    <message>
        <source>Columns of the list…</source>
        <translation>Spalten der Liste…</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Nicht begonnen</translation>
    </message>
    <message>
        <source>▶ Training</source>
        <translation>▶ Training</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ Fertig</translation>
    </message>
    <message>
        <source>✕ Cancelled</source>
        <translation>✕ Abgebrochen</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ Fehler</translation>
    </message>
    <message>
        <source>⚠ Interrupted</source>
        <translation>⚠ Unterbrochen</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} choices right.</source>
        <translation>Am besten: {name}, mit {right} von {of} richtigen Wahlen.</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} answers right.</source>
        <translation>Am besten: {name}, mit {right} von {of} richtigen Antworten.</translation>
    </message>
    <message>
        <source>The best: {name}, with a loss of {loss} on unseen text.</source>
        <translation>Am besten: {name}, mit einem Loss von {loss} auf ungesehenem Text.</translation>
    </message>
    <message>
        <source>Ⅱ Paused</source>
        <translation>Ⅱ Pausiert</translation>
    </message>
    <message>
        <source>No run has “{text}” in its name, tags, notes, model, data or state.</source>
        <translation>Kein Lauf hat „{text}“ in Namen, Schlagwörtern, Notizen, Modell, Daten oder Zustand.</translation>
    </message>
    <message>
        <source>and {chosen} more</source>
        <translation>und {chosen} weitere</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>1 run</comment>
        <translation>
            <numerusform>1 Lauf</numerusform>
            <numerusform>{n} Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} learn from files in there, and cannot be resumed without them.</source>
        <comment>{names} learns from a file in there, and cannot be resumed without it.</comment>
        <translation>
            <numerusform>{names} lernt aus einer Datei darin und lässt sich ohne sie nicht fortsetzen.</numerusform>
            <numerusform>{names} lernen aus Dateien darin und lassen sich ohne sie nicht fortsetzen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” ({taken}) is in the bin.</source>
        <translation>„{title}“ ({taken}) liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>{runs_word} ({taken}) are in the bin.</source>
        <translation>{runs_word} ({taken}) liegen im Papierkorb.</translation>
    </message>
    <message>
        <source>Only the newest and the best checkpoint are left, and these are kept.</source>
        <translation>Nur der neueste und der beste Checkpoint sind übrig, und diese bleiben.</translation>
    </message>
    <message>
        <source>{size} freed.</source>
        <translation>{size} frei gemacht.</translation>
    </message>
    <message>
        <source>Move to the &amp;bin</source>
        <translation>In den &amp;Papierkorb</translation>
    </message>
    <message>
        <source>these {chosen} runs</source>
        <translation>diese {chosen} Läufe</translation>
    </message>
    <message>
        <source>There is no bin on this disk</source>
        <translation>Auf diesem Datenträger gibt es keinen Papierkorb</translation>
    </message>
    <message>
        <source>{named}

Delete {what} for good? That cannot be undone.</source>
        <translation>{named}

{what} endgültig löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>No runs yet.

Every training is kept here, with its graphs and what it learnt.</source>
        <translation>Noch keine Läufe.

Jedes Training bleibt hier, mit seinen Kurven und dem Gelernten.</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>Endgültig &amp;löschen</translation>
    </message>
    <message>
        <source>{name}, {taken}.

Delete it for good? It can be made again from its run.</source>
        <translation>{name}, {taken}.

Endgültig löschen? Es lässt sich aus seinem Lauf neu machen.</translation>
    </message>
    <message>
        <source>{names}: stop the training first, or wait until it is done. Nothing was deleted.</source>
        <translation>{names}: Beende erst das Training, oder warte, bis es fertig ist. Nichts wurde gelöscht.</translation>
    </message>
    <message>
        <source>Tick two runs or more to compare them.</source>
        <translation>Hake zwei oder mehr Läufe an, um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>{runs}, {size} on disk</source>
        <translation>{runs}, {size} auf dem Datenträger</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} von {total}</translation>
    </message>
    <message>
        <source>Delete {spare} of checkpoints?</source>
        <translation>{spare} an Checkpoints löschen?</translation>
    </message>
    <message>
        <source>For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for good. You can still resume every run, talk to it and export it.</source>
        <translation>Von jedem Lauf bleiben der neueste und der nach Auswertung beste; die anderen werden endgültig gelöscht. Du kannst jeden Lauf weiterhin fortsetzen, mit ihm reden und ihn exportieren.</translation>
    </message>
    <message>
        <source>&amp;Delete them</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>About Luthier</source>
        <translation>Über Luthier</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Its licence</source>
        <translation>Ihre Lizenz</translation>
    </message>
    <message>
        <source>Copy versions and licences</source>
        <translation>Versionen und Lizenzen kopieren</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Was ist neu</translation>
    </message>
    <message>
        <source>Luthier {version__}, licence Apache 2.0</source>
        <translation>Luthier {version__}, Lizenz Apache 2.0</translation>
    </message>
    <message>
        <source>This installation has no list of changes.</source>
        <translation>Diese Installation hat keine Liste der Änderungen.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>All {cores} cores</source>
        <translation>Alle {cores} Kerne</translation>
    </message>
    <message>
        <source>The one core</source>
        <translation>Der eine Kern</translation>
    </message>
    <message>
        <source>{number} of {cores}</source>
        <translation>{number} von {cores}</translation>
    </message>
    <message>
        <source>{number}, more than cores</source>
        <translation>{number}, mehr als Kerne</translation>
    </message>
    <message>
        <source>&amp;Keep this computer usable while it trains</source>
        <translation>Den Computer beim Training &amp;benutzbar halten</translation>
    </message>
    <message>
        <source>{processor}, {cores} cores</source>
        <translation>{processor}, {cores} Kerne</translation>
    </message>
    <message>
        <source>{threads}, more than cores</source>
        <translation>{threads}, mehr als Kerne</translation>
    </message>
    <message>
        <source>While it trains</source>
        <translation>Während trainiert wird</translation>
    </message>
    <message>
        <source>Keep the computer a&amp;wake</source>
        <translation>Computer &amp;wach halten</translation>
    </message>
    <message>
        <source>Pause on &amp;battery</source>
        <translation>Bei &amp;Akkubetrieb pausieren</translation>
    </message>
    <message>
        <source>&amp;Pause when it gets too hot</source>
        <translation>Bei zu großer &amp;Hitze pausieren</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>Neu &amp;prüfen</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>Neu &amp;suchen</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>&amp;Threads</translation>
    </message>
    <message>
        <source>About graphics cards</source>
        <translation>Über Grafikkarten</translation>
    </message>
    <message>
        <source>Compute o&amp;n</source>
        <translation>&amp;Rechnen auf</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>{name}: choose another folder</source>
        <translation>{name}: anderen Ordner wählen</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Talk to the b&amp;est</source>
        <translation>Mit dem be&amp;sten reden</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>Richtige Antworten</translation>
    </message>
    <message>
        <source>Loss on unseen text</source>
        <translation>Loss auf ungesehenem Text</translation>
    </message>
    <message>
        <source>★ Best</source>
        <translation>★ Bester</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>{right} of {answers}</source>
        <translation>{right} von {answers}</translation>
    </message>
    <message>
        <source>★ Best so far</source>
        <translation>★ Bisher das beste</translation>
    </message>
    <message>
        <source>{name}: open the folder</source>
        <translation>{name}: Ordner öffnen</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>Wird verschoben…</translation>
    </message>
    <message>
        <source>{taken} · {free} free</source>
        <translation>{taken} · {free} frei</translation>
    </message>
    <message>
        <source>{name}: this folder cannot be used</source>
        <translation>{name}: Dieser Ordner ist nicht benutzbar</translation>
    </message>
    <message>
        <source>&amp;Move them there</source>
        <translation>Dorthin &amp;verschieben</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>Dort &amp;lassen</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>Nichts ändert sich.</translation>
    </message>
    <message>
        <source>Moving: {done}</source>
        <translation>Verschoben: {done}</translation>
    </message>
    <message>
        <source>{name}: moved</source>
        <translation>{name}: verschoben</translation>
    </message>
    <message>
        <source>{name}: nothing was moved</source>
        <translation>{name}: nichts wurde verschoben</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>Größe der Schrift</translation>
    </message>
    <message>
        <source>100%, as the system</source>
        <translation>100 %, wie das System</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Si&amp;ze of the text</source>
        <translation>&amp;Größe der Schrift</translation>
    </message>
    <message>
        <source>Reduce mo&amp;tion</source>
        <translation>Weniger Bewegun&amp;g</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Stay o&amp;ffline</source>
        <translation>O&amp;ffline bleiben</translation>
    </message>
    <message>
        <source>Address of the h&amp;ub</source>
        <translation>Adresse des &amp;Hubs</translation>
    </message>
    <message>
        <source>Prox&amp;y</source>
        <translation>Prox&amp;y</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>wie das System</translation>
    </message>
    <message>
        <source>Access tok&amp;en</source>
        <translation>Zugan&amp;gstoken</translation>
    </message>
    <message>
        <source>Reset e&amp;verything…</source>
        <translation>Alles &amp;zurücksetzen…</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>Bericht &amp;speichern…</translation>
    </message>
    <message>
        <source>The report is saved</source>
        <translation>Der Bericht ist gespeichert</translation>
    </message>
    <message>
        <source>The report could not be saved</source>
        <translation>Der Bericht konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>This cannot be kept</source>
        <translation>Das lässt sich nicht behalten</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Einen Bericht speichern</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Each card computes a small model, and the result is compared with the processor&apos;s.</source>
        <translation>Jede Karte rechnet ein kleines Modell, das mit dem verglichen wird, was der Prozessor daraus macht.</translation>
    </message>
    <message>
        <source>It leaves one core free and lets other programs go first, so it takes longer.</source>
        <translation>Das lässt einen Kern frei und andere Programme vor, darum dauert es länger.</translation>
    </message>
    <message>
        <source>The screen may still turn off.</source>
        <translation>Der Bildschirm darf ausgehen.</translation>
    </message>
    <message>
        <source>It goes on by itself when the charger is back.</source>
        <translation>Es geht von selbst weiter, wenn das Netzteil wieder angeschlossen ist.</translation>
    </message>
    <message>
        <source>From about 90 °C until it is 15 degrees cooler.</source>
        <translation>Ab etwa 90 °C, bis es 15 Grad kühler ist.</translation>
    </message>
    <message>
        <source>No search, download or upload. Ollama on this computer still works.</source>
        <translation>Keine Suche, kein Herunter- oder Hochladen. Ollama auf diesem Computer geht weiterhin.</translation>
    </message>
    <message>
        <source>Only for a mirror, such as https://hub.example.org.</source>
        <translation>Nur für einen Spiegel, etwa https://hub.example.org.</translation>
    </message>
    <message>
        <source>Without user name and password, such as http://proxy.example.org:3128.</source>
        <translation>Ohne Benutzernamen und Passwort, etwa http://proxy.example.org:3128.</translation>
    </message>
    <message>
        <source>For uploads, and models that ask for an account. It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Zum Hochladen und für Modelle, die ein Konto verlangen. Es liegt im Schlüsselbund des Systems und in keiner Datei.</translation>
    </message>
    <message>
        <source>Luthier could not look for graphics cards, so the processor computes.</source>
        <translation>Luthier konnte nicht nach Grafikkarten suchen, darum rechnet der Prozessor.</translation>
    </message>
    <message>
        <source>A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; nothing is sent.</source>
        <translation>Eine Zip-Datei mit Versionen, Angaben zu diesem Computer, Einstellungen, Protokollen, Abstürzen und den Meldungen der letzten fünf Trainings: Schritte, Verluste, Speicher, Fehler. Deine Daten, Proben, Modelle und Token sind nicht darin. Sie wird nur gesichert; nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the guide explains both.</source>
        <translation>Ein anderer Computer von dir kann trainieren, während du hier weiterarbeitest. Er braucht Luthier und eingeschaltetes SSH: die Anleitung erklärt beides.</translation>
    </message>
    <message>
        <source>Type your user name there, @, and the computer&apos;s name, such as anna@studio.</source>
        <translation>Tippe deinen Benutzernamen dort, @ und den Namen des Computers, etwa anna@studio.</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Alle Einstellungen zurücksetzen?</translation>
    </message>
    <message>
        <source>All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where they are, but Luthier looks for them in the usual folders again.</source>
        <translation>Alle Einstellungen dieser Seite werden wieder die üblichen. Modelle, Läufe, Exporte und das Zugangstoken bleiben, wo sie sind, doch Luthier sucht sie wieder in den üblichen Ordnern.</translation>
    </message>
    <message>
        <source>Downloaded and converted models.</source>
        <translation>Heruntergeladene und umgewandelte Modelle.</translation>
    </message>
    <message>
        <source>Every training, with its graphs and what it has learnt.</source>
        <translation>Jedes Training, mit seinen Kurven und dem Gelernten.</translation>
    </message>
    <message>
        <source>Is this really {host}?</source>
        <translation>Ist das wirklich {host}?</translation>
    </message>
    <message>
        <source>Its key is {key}. Compare it with what that computer shows for this line:
{line}</source>
        <translation>Sein Schlüssel ist {key}. Vergleiche ihn mit dem, was jener Computer auf diese Zeile hin zeigt:
{line}</translation>
    </message>
    <message>
        <source>&amp;Yes, the same key</source>
        <translation>&amp;Ja, derselbe Schlüssel</translation>
    </message>
    <message>
        <source>{free} of disk free</source>
        <translation>{free} auf der Platte frei</translation>
    </message>
    <message>
        <source>{pace} times as fast as this computer</source>
        <translation>{pace}-mal so schnell wie dieser Computer</translation>
    </message>
    <message>
        <source>trains {run}</source>
        <translation>trainiert {run}</translation>
    </message>
    <message>
        <source>ready to train</source>
        <translation>bereit zum Training</translation>
    </message>
    <message>
        <source>{name}: move the files to the new folder as well?</source>
        <translation>{name}: auch die Dateien in den neuen Ordner verschieben?</translation>
    </message>
    <message>
        <source>{taken} is now in {target}.</source>
        <translation>{taken} ist jetzt in {target}.</translation>
    </message>
    <message numerus="yes">
        <source> {runs} runs now look there.</source>
        <comment> {runs} run now looks there.</comment>
        <translation>
            <numerusform> {runs} Lauf sucht jetzt dort.</numerusform>
            <numerusform> {runs} Läufe suchen jetzt dort.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Models for other programs.</source>
        <translation>Modelle für andere Programme.</translation>
    </message>
    <message>
        <source>Safe against a power cut: it is copied and compared before it is deleted here.</source>
        <translation>Sicher gegen Stromausfall: Es ist dort ganz und verglichen, bevor es hier verschwindet.</translation>
    </message>
    <message>
        <source>Runs still find models that stay there, but the Model page may no longer list them.</source>
        <translation>Modelle, die bleiben, finden die Läufe, die damit trainiert wurden, werden aber vielleicht nicht mehr aufgelistet.</translation>
    </message>
    <message>
        <source>Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run from another folder…” on the Runs page.</source>
        <translation>Läufe, die bleiben, stehen erst wieder in der Liste, wenn du den alten Ordner wählst. Jeden davon kannst du auf der Seite Läufe mit „Lauf aus anderem Ordner öffnen…“ öffnen.</translation>
    </message>
    <message>
        <source>Exports that stay can still be used from there.</source>
        <translation>Exporte, die bleiben, lassen sich von dort weiter benutzen.</translation>
    </message>
    <message>
        <source>A folder is being moved.</source>
        <translation>Ein Ordner wird verschoben.</translation>
    </message>
    <message>
        <source>Closing now leaves everything where it was.</source>
        <translation>Wenn du jetzt schließt, bleibt alles, wo es war.</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>Everything in {source} ({taken}) would be in {target}.</source>
        <translation>Alles aus {source} ({taken}) läge dann in {target}.</translation>
    </message>
    <message>
        <source>{words} The old folder could not be deleted: {left}</source>
        <translation>{words} Der alte Ordner konnte nicht gelöscht werden: {left}</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>Was es braucht</translation>
    </message>
    <message>
        <source>Before you start</source>
        <translation>Bevor du beginnst</translation>
    </message>
    <message>
        <source>No {kind} yet</source>
        <translation>Noch nichts gewählt: {kind}</translation>
    </message>
    <message>
        <source>{kind}: choose another</source>
        <translation>{kind}: anderes wählen</translation>
    </message>
    <message>
        <source>Choose {kind}</source>
        <translation>{kind} wählen</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>Was soll es lernen?</translation>
    </message>
    <message>
        <source>&amp;Back to the goal</source>
        <translation>&amp;Zurück zum Ziel</translation>
    </message>
    <message>
        <source>Choose a mo&amp;del</source>
        <translation>&amp;Modell wählen</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>Än&amp;dern</translation>
    </message>
    <message>
        <source>The language model to train.</source>
        <translation>Das Sprachmodell, das lernen soll.</translation>
    </message>
    <message>
        <source>C&amp;hoose data</source>
        <translation>&amp;Daten wählen</translation>
    </message>
    <message>
        <source>C&amp;hange</source>
        <translation>Ände&amp;rn</translation>
    </message>
    <message>
        <source>What it learns from: your texts.</source>
        <translation>Woraus es lernen soll: deine Texte.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wähle eine andere Datei.</translation>
    </message>
    <message>
        <source>The model itself, as much of it as every step reads.</source>
        <translation>Das Modell selbst, soweit es in jedem Schritt gelesen wird.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Choose a model and data to see what it takes.</source>
        <translation>Wähle ein Modell und Daten, um zu sehen, was es braucht.</translation>
    </message>
    <message>
        <source>Copies of the weights that make it faster. Left out if memory is short.</source>
        <translation>Kopien der Gewichte, die es schneller machen. Entfallen, wenn der Speicher knapp ist.</translation>
    </message>
    <message>
        <source>What the layers remember of the text. Grows with the context.</source>
        <translation>Was die Schichten vom Text behalten. Wächst mit dem Kontext.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>The adapter and its optimizer. Grows with the rank.</source>
        <translation>Der Adapter und wie er sich bewegt. Wächst mit dem Rang.</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Room for what is being computed.</source>
        <translation>Platz für das, was gerade berechnet wird.</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>Daten werden gelesen…</translation>
    </message>
    <message>
        <source>Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.</source>
        <translation>Auf diesem Computer gemessen: {tok_s} Token/s, {step_seconds} je Schritt, höchstens {peak_rss_bytes}.</translation>
    </message>
    <message>
        <source>The dry run failed.</source>
        <translation>Der Probelauf ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Does not fit: needs {least}, and {free} is free.</source>
        <translation>Passt nicht: braucht {least}, und {free} sind frei.</translation>
    </message>
    <message>
        <source>Tight: takes {total} of the {free} that is free.</source>
        <translation>Knapp: braucht {total} der {free}, die frei sind.</translation>
    </message>
    <message>
        <source>Fits: takes {total} of the {free} that is free.</source>
        <translation>Passt: braucht {total} der {free}, die frei sind.</translation>
    </message>
    <message>
        <source>It would also run in {least}, but slower.</source>
        <translation>Es liefe auch in {least}, aber langsamer.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker process.</source>
        <translation>Luthiers eigener Arbeitsprozess.</translation>
    </message>
    <message>
        <source>Memory. {words}</source>
        <translation>Speicher. {words}</translation>
    </message>
    <message>
        <source>{settings_in_words}: takes {total}</source>
        <translation>{settings_in_words}: nimmt {total}</translation>
    </message>
    <message>
        <source>Begin from the model instead</source>
        <translation>Stattdessen beim Modell beginnen</translation>
    </message>
    <message>
        <source>Continues from what {run} has learnt.</source>
        <translation>Macht da weiter, wo {run} aufgehört hat.</translation>
    </message>
    <message>
        <source>Choose a GGUF file, or a folder with safetensors files from Hugging Face.</source>
        <translation>Wähle eine GGUF-Datei oder einen Ordner mit safetensors-Dateien von Hugging Face.</translation>
    </message>
    <message>
        <source>{name} holds weights only.</source>
        <translation>{name} enthält nur Gewichte.</translation>
    </message>
    <message>
        <source>Choose the folder it is in: it has the tokenizer.</source>
        <translation>Wähle den Ordner, in dem es liegt: Darin ist der Tokenizer.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} ist keine GGUF-Datei.</translation>
    </message>
    <message>
        <source>{name} is one of {parts} files, and {missing} is not there.</source>
        <translation>{name} ist eine von {parts} Dateien, und {missing} ist nicht da.</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>Lade die fehlenden Dateien in denselben Ordner.</translation>
    </message>
    <message>
        <source>{name} holds no model.</source>
        <translation>{name} enthält kein Modell.</translation>
    </message>
    <message>
        <source>A model folder from Hugging Face has config.json and *.safetensors files in it.</source>
        <translation>Ein Modellordner von Hugging Face enthält config.json und *.safetensors-Dateien.</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>Das Modell wird angesehen…</translation>
    </message>
    <message>
        <source>Write other wordings…</source>
        <translation>Andere Formulierungen schreiben…</translation>
    </message>
    <message>
        <source>Tr&amp;y it with the sample</source>
        <translation>Mit dem &amp;Beispiel probieren</translation>
    </message>
    <message>
        <source>Cancelled before the first step</source>
        <translation>Vor dem ersten Schritt abgebrochen</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing is kept.</source>
        <translation>Nichts wurde trainiert, und nichts bleibt.</translation>
    </message>
    <message>
        <source>The training could not begin</source>
        <translation>Das Training konnte nicht beginnen</translation>
    </message>
    <message>
        <source>The dry run failed</source>
        <translation>Der Probelauf ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>These settings do not go together</source>
        <translation>Diese Einstellungen passen nicht zusammen</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>The plan was lost: its process ended.</source>
        <translation>Der Plan ging verloren: Sein Prozess endete.</translation>
    </message>
    <message>
        <source>Training can be started all the same.</source>
        <translation>Das Training kann trotzdem beginnen.</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>&amp;Erweitert</translation>
    </message>
    <message>
        <source>Try sever&amp;al values…</source>
        <translation>Mehr&amp;ere Werte probieren…</translation>
    </message>
    <message>
        <source>You chose: {settings}.</source>
        <translation>Du hast gewählt: {settings}.</translation>
    </message>
    <message>
        <source>You chose {n} of the numbers yourself.</source>
        <translation>Du hast {n} der Zahlen selbst gewählt.</translation>
    </message>
    <message>
        <source>Everything is set to suit your goal, model and data.</source>
        <translation>Alles ist passend zu Ziel, Modell und Daten eingestellt.</translation>
    </message>
    <message>
        <source>With the numbers you chose.</source>
        <translation>Mit den Zahlen, die du gewählt hast.</translation>
    </message>
    <message>
        <source>Deta&amp;ils</source>
        <translation>Deta&amp;ils</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>Wie es lernt</translation>
    </message>
    <message>
        <source>As set in Settings: {usual}.</source>
        <translation>Wie in den Einstellungen: {usual}.</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>Named after the data if you leave this empty</source>
        <translation>Heißt wie die Daten, wenn du nichts eingibst</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>Notizen zum Lauf</translation>
    </message>
    <message>
        <source>What you want to find out</source>
        <translation>Was du damit herausfinden willst</translation>
    </message>
    <message>
        <source>Questions to ask while it learns</source>
        <translation>Fragen während des Lernens</translation>
    </message>
    <message>
        <source>One a line, such as: Who are you?</source>
        <translation>Eine je Zeile, etwa: Wer bist du?</translation>
    </message>
    <message>
        <source>Ask it while it learns</source>
        <translation>Beim Lernen fragen</translation>
    </message>
    <message>
        <source>Time and memory below are for this computer.</source>
        <translation>Zeit und Speicher unten gelten für diesen Computer.</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>You can read how its answers change. If you ask nothing, it is asked two questions of your data.</source>
        <translation>Du kannst lesen, wie sich seine Antworten ändern. Fragst du nichts, bekommt es zwei Fragen aus deinen Daten.</translation>
    </message>
    <message>
        <source>Where it trains</source>
        <translation>Wo es trainiert</translation>
    </message>
    <message>
        <source>Where it &amp;trains</source>
        <translation>Wo es trainiert</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>Dry r&amp;un</source>
        <translation>Probe&amp;lauf</translation>
    </message>
    <message>
        <source>Trains a step or two to measure time and memory, and keeps nothing.</source>
        <translation>Trainiert ein oder zwei Schritte, um Zeit und Speicher zu messen, und behält nichts davon.</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>In die &amp;Warteschlange</translation>
    </message>
    <message>
        <source>It begins when the trainings before it have ended. The queue is on the Runs page.</source>
        <translation>Es beginnt, wenn die Trainings davor zu Ende sind. Die Warteschlange steht auf der Seite Läufe.</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>Training &amp;starten</translation>
    </message>
    <message>
        <source>This does not fit into memory.</source>
        <translation>Das passt nicht in den Speicher.</translation>
    </message>
    <message>
        <source>No row of the data fits into this context.</source>
        <translation>Keine Zeile der Daten passt in diesen Kontext.</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Wähle zuerst ein Modell.</translation>
    </message>
    <message>
        <source>Choose data first.</source>
        <translation>Wähle zuerst Daten.</translation>
    </message>
    <message>
        <source>Choose a model and data first.</source>
        <translation>Wähle zuerst ein Modell und Daten.</translation>
    </message>
    <message>
        <source>only rows with thoughts</source>
        <translation>nur Zeilen mit Gedanken</translation>
    </message>
    <message>
        <source>thoughts left out</source>
        <translation>Gedanken weggelassen</translation>
    </message>
    <message>
        <source>learns not to think</source>
        <translation>lernt nicht zu denken</translation>
    </message>
    <message>
        <source>learns last answers</source>
        <translation>lernt letzte Antworten</translation>
    </message>
    <message>
        <source>learns every word</source>
        <translation>lernt jedes Wort</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>Du fragst</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>Es sagt</translation>
    </message>
    <message>
        <source>“How was your day?”</source>
        <translation>„Wie war dein Tag?“</translation>
    </message>
    <message>
        <source>“Arr, rough seas and fair wind, matey!”</source>
        <translation>„Arr, raue See und guter Wind, Maat!“</translation>
    </message>
    <message>
        <source>“Who feeds the cat?”</source>
        <translation>„Wer füttert die Katze?“</translation>
    </message>
    <message>
        <source>“Mona does, at seven.”</source>
        <translation>„Mona, um sieben.“</translation>
    </message>
    <message>
        <source>“My parcel is late.”</source>
        <translation>„Mein Paket kommt zu spät.“</translation>
    </message>
    <message>
        <source>“delivery”</source>
        <translation>„Lieferung“</translation>
    </message>
    <message>
        <source>“Who are you?”</source>
        <translation>„Wer bist du?“</translation>
    </message>
    <message>
        <source>“Mira, keeper of the lighthouse.”</source>
        <translation>„Mira, die Leuchtturmwärterin.“</translation>
    </message>
    <message>
        <source>“The old house”</source>
        <translation>„Das alte Haus“</translation>
    </message>
    <message>
        <source>“had been shut since May.”</source>
        <translation>„war seit Mai verschlossen.“</translation>
    </message>
    <message>
        <source>You begin</source>
        <translation>Du beginnst</translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation>Es fährt fort</translation>
    </message>
    <message>
        <source>Going by {earlier} with this model on this computer. Other programs can slow it down.</source>
        <translation>Nach {earlier} mit diesem Modell auf diesem Computer. Andere Programme können es bremsen.</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>einmal gelesen</translation>
    </message>
    <message>
        <source>read {epochs:g} times</source>
        <translation>{epochs:g}-mal gelesen</translation>
    </message>
    <message>
        <source>{rows} {times}: {steps}</source>
        <translation>{rows}, {times}: {steps}</translation>
    </message>
    <message>
        <source>“Yes, for three months.”</source>
        <translation>„Ja, drei Monate lang.“</translation>
    </message>
    <message>
        <source>This data cannot be used for that.</source>
        <translation>Diese Daten taugen nicht dafür.</translation>
    </message>
    <message>
        <source>This model cannot be trained with these settings.</source>
        <translation>Dieses Modell kann mit diesen Einstellungen nicht trainiert werden.</translation>
    </message>
    <message>
        <source>See Settings.</source>
        <translation>Siehe Einstellungen.</translation>
    </message>
    <message>
        <source>Set on the Data page.</source>
        <translation>Wird auf der Seite Daten eingestellt.</translation>
    </message>
    <message>
        <source>A guess, for when nothing else is running. A dry run measures it.</source>
        <translation>Eine Schätzung, wenn sonst nichts läuft. Ein Probelauf misst es.</translation>
    </message>
    <message>
        <source>A guess for the processor alone. A dry run measures it with the graphics card.</source>
        <translation>Eine Schätzung für den Prozessor allein. Ein Probelauf misst es mit der Grafikkarte.</translation>
    </message>
    <message>
        <source>“That depends on many things.”</source>
        <translation>„Das hängt von vielem ab.“</translation>
    </message>
    <message>
        <source>You prefer</source>
        <translation>Besser findest du</translation>
    </message>
    <message>
        <source>You reject</source>
        <translation>Schlechter</translation>
    </message>
    <message>
        <source>{parameters} parameters</source>
        <translation>{parameters} Parameter</translation>
    </message>
    <message>
        <source>to be converted</source>
        <translation>wird noch umgewandelt</translation>
    </message>
    <message>
        <source>About {tokens} tokens{separator}counted once the model is converted</source>
        <translation>Etwa {tokens} Token{separator}gezählt, wenn das Modell umgewandelt ist</translation>
    </message>
    <message>
        <source>{dropped} not used</source>
        <translation>{dropped} nicht benutzt</translation>
    </message>
    <message>
        <source>up to {most} {unit}</source>
        <translation>bis zu {most} {unit}</translation>
    </message>
    <message>
        <source>{least} to {most} {unit}</source>
        <translation>{least} bis {most} {unit}</translation>
    </message>
    <message>
        <source>{shortest} to {longest} s</source>
        <translation>{shortest} bis {longest} s</translation>
    </message>
    <message>
        <source>about {longest} s</source>
        <translation>etwa {longest} s</translation>
    </message>
    <message>
        <source>an earlier run</source>
        <translation>einem früheren Lauf</translation>
    </message>
    <message>
        <source>{runs} earlier runs</source>
        <translation>{runs} früheren Läufen</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <translation>{rows} Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>{device_layers} layers</source>
        <comment>1 layer</comment>
        <translation>
            <numerusform>1 Schicht</numerusform>
            <numerusform>{device_layers} Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source> of {device_total}</source>
        <translation> von {device_total}</translation>
    </message>
    <message>
        <source>On the graphics card: {device}{of}, {layers}.</source>
        <translation>Auf der Grafikkarte: {device}{of}, {layers}.</translation>
    </message>
    <message>
        <source>hold out {share}</source>
        <translation>{share} zurückhalten</translation>
    </message>
    <message>
        <source>compute on the {device}</source>
        <translation>rechnen auf: {device}</translation>
    </message>
    <message>
        <source>no limit of steps</source>
        <translation>keine Grenze der Schritte</translation>
    </message>
    <message>
        <source>answers with scores</source>
        <translation>Antworten mit Punkten</translation>
    </message>
    <message>
        <source>answers with ranks</source>
        <translation>Antworten mit Rang</translation>
    </message>
    <message>
        <source>conversations (Claude)</source>
        <translation>Gespräche (Claude)</translation>
    </message>
    <message>
        <source>conversations (Gemini)</source>
        <translation>Gespräche (Gemini)</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>conversations (ShareGPT)</source>
        <translation>Gespräche (ShareGPT)</translation>
    </message>
    <message>
        <source>instructions (Alpaca)</source>
        <translation>Anweisungen (Alpaca)</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>prompts and answers</source>
        <translation>Vorgaben und Antworten</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>Vorlieben</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>{label} must be {accepts}.</source>
        <translation>{label}: Es muss {accepts} sein.</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>eine ganze Zahl, 0 oder mehr,</translation>
    </message>
    <message>
        <source>a whole number of steps, 0 or more</source>
        <translation>eine ganze Zahl von Schritten, 0 oder mehr,</translation>
    </message>
    <message>
        <source>a number from 0 to below 1, such as 0.05</source>
        <translation>eine Zahl von 0 bis unter 1, etwa 0.05,</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on oder off</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>&amp;Epochen</translation>
    </message>
    <message>
        <source>How many times it reads all of your data. More learns it better, then by heart.</source>
        <translation>Wie oft es alle deine Daten liest. Öfter lernt besser, dann auswendig.</translation>
    </message>
    <message>
        <source>a number above 0 and at most a million, such as 3</source>
        <translation>eine Zahl über 0 und höchstens eine Million, etwa 3,</translation>
    </message>
    <message>
        <source>Co&amp;ntext</source>
        <translation>Ko&amp;ntext</translation>
    </message>
    <message>
        <source>The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.</source>
        <translation>Der längste Text, den es auf einmal sieht, in Token (3/4 eines Wortes). Länger braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 8 or more, such as 512</source>
        <translation>eine ganze Zahl von Token, 8 oder mehr, etwa 512,</translation>
    </message>
    <message>
        <source>Ran&amp;k</source>
        <translation>Ran&amp;g</translation>
    </message>
    <message>
        <source>How much room it has to learn: 16 is enough for most, 32 for much knowledge.</source>
        <translation>Wie viel Platz es zum Lernen hat: 16 reicht meist, 32 für viel Wissen.</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1024, such as 16</source>
        <translation>eine ganze Zahl von 1 bis 1024, etwa 16,</translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation>&amp;Lernrate</translation>
    </message>
    <message>
        <source>How big its steps are. If the loss jumps up, choose a smaller one.</source>
        <translation>Wie groß die Schritte sind. Wenn der Loss hochspringt, nimm eine kleinere.</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1, such as 2e-4</source>
        <translation>eine Zahl über 0 und höchstens 1, etwa 2e-4,</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>Rechnen auf</translation>
    </message>
    <message>
        <source>The processor or a graphics card. Automatic: as Settings say, else the faster of the two.</source>
        <translation>Der Prozessor oder eine Grafikkarte. Automatisch: wie in den Einstellungen, sonst das Schnellere von beiden.</translation>
    </message>
    <message>
        <source>one from the list</source>
        <translation>eines aus der Liste</translation>
    </message>
    <message>
        <source>Most steps</source>
        <translation>Höchstens Schritte</translation>
    </message>
    <message>
        <source>Learns by</source>
        <translation>Lernt durch</translation>
    </message>
    <message>
        <source>sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says so.</source>
        <translation>sft: deine Antworten, wie sie dastehen. dpo, kto, orpo: welche von zwei Antworten du gewählt hast, aus Daten, die das sagen.</translation>
    </message>
    <message>
        <source>sft, dpo, kto or orpo</source>
        <translation>sft, dpo, kto oder orpo</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further.</source>
        <translation>Für dpo, kto und orpo: wie nah es an dem Modell bleibt, mit dem es begann. Kleiner: es darf sich weiter entfernen.</translation>
    </message>
    <message>
        <source>a number above 0, such as 0.1</source>
        <translation>eine Zahl über 0, etwa 0,1</translation>
    </message>
    <message>
        <source>Train this many steps, whatever the epochs say. 0: as many as the epochs need.</source>
        <translation>So viele Schritte trainieren, egal was die Epochen sagen. 0: so viele, wie die Epochen brauchen.</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Auswerten alle</translation>
    </message>
    <message>
        <source>Steps between evaluations on held-out text. 0: only at the beginning and at the end.</source>
        <translation>Alle so viele Schritte an zurückgehaltenem Text messen. 0: nur am Anfang und am Ende.</translation>
    </message>
    <message>
        <source>The share of your data that is kept for measuring and never trained on.</source>
        <translation>Der Anteil deiner Daten, der zum Messen bleibt und nie trainiert wird.</translation>
    </message>
    <message>
        <source>anna@studio or anna@192.168.1.20</source>
        <translation>anna@studio oder anna@192.168.1.20</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>About other computers</source>
        <translation>Über andere Computer</translation>
    </message>
    <message>
        <source>&amp;If Luthier is not found</source>
        <translation>Falls Luthier nicht gefunden wird</translation>
    </message>
    <message>
        <source>User name, @, and the computer&apos;s name or address</source>
        <translation>Benutzername, @ und der Name oder die Adresse des Computers</translation>
    </message>
    <message>
        <source>Command that starts Luthier on it</source>
        <translation>Befehl, der Luthier darauf startet</translation>
    </message>
    <message>
        <source>&amp;Command that starts Luthier on it</source>
        <translation>&amp;Befehl, der Luthier darauf startet</translation>
    </message>
    <message>
        <source>Use&amp;r name, @, and the computer&apos;s name or address</source>
        <translation>Ben&amp;utzername, @ und der Name oder die Adresse des Computers</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Asking it…</source>
        <translation>Fragt ihn…</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>How many held-out tokens are measured each time, at most. 0: all.</source>
        <translation>Höchstens so viele zurückgehaltene Token werden jedes Mal gemessen, damit es nicht lange dauert. 0: alle.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 0 or more</source>
        <translation>eine ganze Zahl von Token, 0 oder mehr,</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Speichern alle</translation>
    </message>
    <message>
        <source>The number of steps between checkpoints; a crash costs no more. 0: only at the end.</source>
        <translation>Alle so viele Schritte einen Checkpoint schreiben; ein Absturz kostet nicht mehr als diese. 0: nur am Ende.</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at most. off: go on, whatever happens.</source>
        <translation>Wenn der Loss hochspringt und oben bleibt: zurück zum letzten guten Checkpoint mit halber Lernrate, höchstens zweimal. off: weiter, was auch geschieht.</translation>
    </message>
    <message>
        <source>Stays itself</source>
        <translation>Bleibt sich treu</translation>
    </message>
    <message>
        <source>How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: firmly; 0: not at all.</source>
        <translation>Wie fest es bei dem gehalten wird, was es auf Alltagsfragen gesagt hätte, während es Ihre lernt. 1: fest; 0: gar nicht.</translation>
    </message>
    <message>
        <source>a number from 0 to 100, such as 1</source>
        <translation>eine Zahl von 0 bis 100, etwa 1</translation>
    </message>
    <message>
        <source>What must not change</source>
        <translation>Was sich nicht ändern darf</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>der Pfad einer Datei</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>Seltsame Daten</translation>
    </message>
    <message>
        <source>refuse or train</source>
        <translation>refuse oder train</translation>
    </message>
    <message>
        <source>How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.</source>
        <translation>Wie viele Textstücke einen Schritt ausmachen. Mehr macht ruhigere, aber weniger Schritte, und braucht nicht mehr Speicher.</translation>
    </message>
    <message>
        <source>a whole number, 1 or more, such as 4</source>
        <translation>eine ganze Zahl, 1 oder mehr, etwa 4,</translation>
    </message>
    <message>
        <source>Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.</source>
        <translation>Welche Teile jeder Schicht einen Adapter bekommen. Weniger ergeben eine kleinere Datei; alle lernen meist am besten.</translation>
    </message>
    <message>
        <source>all-linear, or some of q, k, v, o, gate, up, down with commas between</source>
        <translation>all-linear, oder einige von q, k, v, o, gate, up, down mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Which layers learn. Fewer, counted from the last, are faster and take less memory.</source>
        <translation>Welche Schichten lernen. Rückwärts endet bei der untersten: Weniger, von der letzten an, sind schneller und brauchen weniger Speicher.</translation>
    </message>
    <message>
        <source>all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11</source>
        <translation>all, last half, last quarter, last 8, first 8, oder Zahlen ab 0, etwa 4-11,</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How strongly what is learnt counts: twice the rank is usual.</source>
        <translation>Wie stark das Gelernte zählt: Doppelt so viel wie der Rang ist üblich.</translation>
    </message>
    <message>
        <source>a number above 0, such as 32</source>
        <translation>eine Zahl über 0, etwa 32,</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero: in a curve, in a line, or not at all.</source>
        <translation>Wie die Lernrate von ihrer Höhe auf nichts fällt: in einer Kurve, in einer Linie oder gar nicht.</translation>
    </message>
    <message>
        <source>cosine, linear or constant</source>
        <translation>cosine, linear oder constant</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>The share of the steps in which the learning rate rises to its full value.</source>
        <translation>Der Anteil der Schritte, in dem die Lernrate auf ihre Höhe steigt.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Bestes nach</translation>
    </message>
    <message>
        <source>Which checkpoint is the best: the one with the lowest loss, or with the most right answers (right), for labels, JSON and tool calls.</source>
        <translation>Welcher Zwischenstand der beste ist: der mit dem kleinsten Loss oder der mit den meisten richtigen Antworten (right), für Etiketten, JSON und Werkzeugaufrufe.</translation>
    </message>
    <message>
        <source>loss or right</source>
        <translation>loss oder right</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Stop after this many evaluations without improvement. 0: never before the end.</source>
        <translation>Nach so vielen Auswertungen ohne Verbesserung anhalten. 0: nie vor dem Ende.</translation>
    </message>
    <message>
        <source>a whole number of evaluations, 0 or more</source>
        <translation>eine ganze Zahl von Auswertungen, 0 oder mehr,</translation>
    </message>
    <message>
        <source>How many cores compute. Fewer leave some to other programs; 0: as Settings say.</source>
        <translation>Wie viele Kerne rechnen. Weniger lassen anderen Programmen welche; 0: wie in den Einstellungen.</translation>
    </message>
    <message>
        <source>a whole number of threads, 0 or more</source>
        <translation>eine ganze Zahl von Threads, 0 oder mehr,</translation>
    </message>
    <message>
        <source>low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.</source>
        <translation>low: Andere Programme gehen vor und behalten einen Kern, damit der Computer benutzbar bleibt. auto: wie in den Einstellungen.</translation>
    </message>
    <message>
        <source>auto, normal or low</source>
        <translation>auto, normal oder low</translation>
    </message>
    <message>
        <source>Rank-stable</source>
        <translation>Rangstabil</translation>
    </message>
    <message>
        <source>rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.</source>
        <translation>rsLoRA: Mit großen Rängen (64 oder mehr) lernt der Adapter weiter, statt gedämpft zu werden.</translation>
    </message>
    <message>
        <source>Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.</source>
        <translation>Trainiert auch, wie stark jede Zeile eines Gewichts ist. Langsamer, oft etwas besser, und nur verschmolzen exportierbar.</translation>
    </message>
    <message>
        <source>LoRA+ ratio</source>
        <translation>LoRA+-Verhältnis</translation>
    </message>
    <message>
        <source>Lets the adapter&apos;s second half learn this many times faster, which can save steps. 16 is usual; 1: off.</source>
        <translation>Lässt die zweite Hälfte des Adapters so viel schneller lernen, was Schritte sparen kann. 16 ist üblich; 1: aus.</translation>
    </message>
    <message>
        <source>a number above 0, such as 16</source>
        <translation>eine Zahl über 0, etwa 16,</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Leaves out part of the adapter&apos;s input at random, so that it learns less by heart. 0.05 is usual; 0: off.</source>
        <translation>Lässt zufällig einen Teil dessen weg, was der Adapter liest, damit er weniger auswendig lernt. 0.05 ist üblich; 0: aus.</translation>
    </message>
    <message>
        <source>Noise (NEFTune)</source>
        <translation>Rauschen (NEFTune)</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Without length</source>
        <translation>Ohne Länge</translation>
    </message>
    <message>
        <source>Good answers count</source>
        <translation>Gute Antworten zählen</translation>
    </message>
    <message>
        <source>Wrong choices</source>
        <translation>Falsche Wahl</translation>
    </message>
    <message>
        <source>Marks of turns</source>
        <translation>Marken der Redebeiträge</translation>
    </message>
    <message>
        <source>Go to “{control}”.</source>
        <translation>Geh zu „{control}“.</translation>
    </message>
    <message>
        <source>Change “{control}”.</source>
        <translation>Ändere „{control}“.</translation>
    </message>
    <message>
        <source>Set “{control}” to {value}.</source>
        <translation>Stelle „{control}“ auf {value}.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodierung</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabellenblatt</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>Gleiche Zeilen</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>Packen</translation>
    </message>
    <message>
        <source>Shared beginnings</source>
        <translation>Gemeinsame Anfänge</translation>
    </message>
    <message>
        <source>NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.</source>
        <translation>NEFTune: etwas Rauschen auf den Wörtern beim Training, was Antworten eines Chat-Modells oft freier macht. 0: aus.</translation>
    </message>
    <message>
        <source>The share of your data that is only used to test the trained model.</source>
        <translation>Der Teil deiner Daten, der nur zum Prüfen des trainierten Modells dient.</translation>
    </message>
    <message>
        <source>A file of conversations or text that it has to keep. Empty: everyday talk in six languages.</source>
        <translation>Eine Datei mit Gesprächen oder Text, die es behalten muss. Leer: alltägliche Gespräche in sechs Sprachen.</translation>
    </message>
    <message>
        <source>Data with the same answer to every question, or with mostly misread letters: refuse it, or train on it anyway.</source>
        <translation>Daten mit derselben Antwort auf jede Frage oder mit meist falsch gelesenen Buchstaben: ablehnen oder trotzdem damit trainieren.</translation>
    </message>
    <message>
        <source>The order of the rows, and how the adapter begins. The same seed gives the same training.</source>
        <translation>Die Reihenfolge der Zeilen und der Anfang des Adapters. Gleiche Zahl, gleiches Training.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 5</source>
        <translation>eine Zahl, 0 oder mehr, etwa 5,</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtsabnahme</translation>
    </message>
    <message>
        <source>Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.</source>
        <translation>Zieht den Adapter zurück zu nichts, damit wenige Daten das Modell weniger ändern. 0: aus.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 0.01</source>
        <translation>eine Zahl, 0 oder mehr, etwa 0.01,</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Cancel the dry run</source>
        <translation>Probelauf abbrechen</translation>
    </message>
    <message>
        <source>about {whole_seconds}</source>
        <translation>etwa {whole_seconds}</translation>
    </message>
    <message>
        <source>The dry run was cancelled.</source>
        <translation>Der Probelauf wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Teach a language model your style, your answers or your texts. Nothing leaves this computer.</source>
        <translation>Bring einem Sprachmodell deinen Stil, deine Antworten oder deine Texte bei. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Choose one: yours, or the one included.</source>
        <translation>Wähle eines: deines oder das mitgelieferte.</translation>
    </message>
    <message>
        <source>Show it what to learn from.</source>
        <translation>Zeig ihm, woraus es lernen soll.</translation>
    </message>
    <message>
        <source>Let it learn. The model file itself stays as it is.</source>
        <translation>Lass es lernen. Die Modelldatei selbst bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Compare its answers, before and after.</source>
        <translation>Vergleiche seine Antworten, vorher und nachher.</translation>
    </message>
    <message>
        <source>A small model learns from a sample in a few minutes, without a network:</source>
        <translation>Ein kleines Modell lernt in wenigen Minuten aus einem Beispiel, ohne Netz:</translation>
    </message>
    <message>
        <source>to &amp;answer like an old lighthouse keeper</source>
        <translation>&amp;antworten wie ein alter Leuchtturmwärter</translation>
    </message>
    <message>
        <source>to &amp;continue a story like Dr Watson</source>
        <translation>eine Geschichte &amp;fortsetzen wie Dr. Watson</translation>
    </message>
    <message>
        <source>Use my &amp;own</source>
        <translation>&amp;Eigene nehmen</translation>
    </message>
    <message>
        <source>&amp;Try it with the sample</source>
        <translation>Mit dem &amp;Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Welcome to Luthier</source>
        <translation>Willkommen bei Luthier</translation>
    </message>
    <message>
        <source>Teach it my &amp;own texts</source>
        <translation>Mit &amp;meinen Texten trainieren</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>So geht es</translation>
    </message>
    <message>
        <source>Take it to Ollama, LM Studio or llama.cpp.</source>
        <translation>Nimm es mit zu Ollama, LM Studio oder llama.cpp.</translation>
    </message>
    <message>
        <source>See it happen first</source>
        <translation>Sieh es dir erst an</translation>
    </message>
    <message>
        <source>Luthier goes on</source>
        <translation>Luthier läuft weiter</translation>
    </message>
    <message>
        <source>The run is in the tray until it ends.</source>
        <translation>Der Lauf ist im Infobereich, bis er endet.</translation>
    </message>
    <message>
        <source>Nothing is training</source>
        <translation>Nichts wird trainiert</translation>
    </message>
    <message>
        <source>Show &amp;Luthier</source>
        <translation>&amp;Luthier zeigen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>{title} could not be trained</source>
        <translation>{title} konnte nicht trainiert werden</translation>
    </message>
    <message>
        <source>Start it when the other has ended.</source>
        <translation>Starte ihn, wenn der andere zu Ende ist.</translation>
    </message>
    <message>
        <source>&amp;Train both</source>
        <translation>Beide &amp;trainieren</translation>
    </message>
    <message>
        <source>Each takes about twice as long, and both need their memory at once.</source>
        <translation>Jeder dauert etwa doppelt so lang, und beide brauchen ihren Speicher zugleich.</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>einem anderen Programm</translation>
    </message>
    <message>
        <source>{title} is being trained by {holder}.</source>
        <translation>{title} wird gerade von {holder} trainiert.</translation>
    </message>
    <message>
        <source>Another run is training on this computer.</source>
        <translation>Auf diesem Computer wird schon ein Lauf trainiert.</translation>
    </message>
    <message>
        <source>The training is being saved.</source>
        <translation>Das Training wird gespeichert.</translation>
    </message>
    <message>
        <source>{title} is still training on {computer}.</source>
        <translation>{title} trainiert noch auf {computer}.</translation>
    </message>
    <message>
        <source>{title} is still training.</source>
        <translation>{title} wird noch trainiert.</translation>
    </message>
    <message>
        <source>What should happen to it?</source>
        <translation>Was soll daraus werden?</translation>
    </message>
    <message>
        <source>Let it go &amp;on there</source>
        <translation>Dort &amp;weiterlaufen lassen</translation>
    </message>
    <message>
        <source>The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and is kept.</source>
        <translation>Das Fenster schließt sich. Beim nächsten Mal bietet es an, den Lauf wieder aufzunehmen. Bleibt er einen Tag allein, hält er dort an und wird behalten.</translation>
    </message>
    <message>
        <source>Keep &amp;running</source>
        <translation>&amp;Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>The window goes to the tray. A message says when the run has ended.</source>
        <translation>Das Fenster geht in den Infobereich. Eine Meldung sagt, wann der Lauf zu Ende ist.</translation>
    </message>
    <message>
        <source>The window becomes small and goes on training. Its title says how far the run is.</source>
        <translation>Das Fenster wird verkleinert und trainiert weiter. Sein Titel sagt, wie weit der Lauf ist.</translation>
    </message>
    <message>
        <source>Finishes the step, saves, and closes. You can continue it another time.</source>
        <translation>Beendet den Schritt, speichert und schließt. Du kannst ein andermal weitermachen.</translation>
    </message>
    <message>
        <source>What it learnt since step {step} is lost.</source>
        <translation>Was er seit Schritt {step} gelernt hat, ist verloren.</translation>
    </message>
    <message>
        <source>Nothing of it is kept.</source>
        <translation>Nichts davon bleibt.</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>Lauf a&amp;bbrechen</translation>
    </message>
    <message>
        <source>Ends it without saving, and closes. {lost}</source>
        <translation>Beendet ihn ohne Speichern und schließt. {lost}</translation>
    </message>
    <message>
        <source>The window stays open.</source>
        <translation>Das Fenster bleibt offen.</translation>
    </message>
    <message>
        <source>&amp;End it now</source>
        <translation>&amp;Jetzt beenden</translation>
    </message>
    <message>
        <source>Without waiting. {lost}</source>
        <translation>Ohne zu warten. {lost}</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>&amp;Warten</translation>
    </message>
    <message>
        <source>The window closes by itself.</source>
        <translation>Das Fenster schließt sich von selbst.</translation>
    </message>
    <message>
        <source>Luthier is still waiting to close.</source>
        <translation>Luthier wartet noch darauf, sich zu schließen.</translation>
    </message>
    <message>
        <source>What was learnt since step {step} is lost.</source>
        <translation>Was seit Schritt {step} gelernt wurde, ist verloren.</translation>
    </message>
    <message>
        <source>What is not saved yet is lost.</source>
        <translation>Was noch nicht gespeichert ist, ist verloren.</translation>
    </message>
    <message>
        <source>Stopping what is running. Then the window closes.</source>
        <translation>Was noch läuft, wird beendet. Dann schließt das Fenster.</translation>
    </message>
    <message>
        <source>; a step takes about {seconds} here</source>
        <translation>; ein Schritt dauert hier etwa {seconds}</translation>
    </message>
    <message>
        <source>Waiting for the current step{pace}. Then the window closes.</source>
        <translation>Es wird auf den laufenden Schritt gewartet{pace}. Dann schließt das Fenster.</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>Fenster offen &amp;lassen</translation>
    </message>
    <message>
        <source>&amp;Look at the training</source>
        <translation>&amp;Training ansehen</translation>
    </message>
    <message>
        <source>Luthier did not start properly last time, so it starts without what it remembered. That is kept in {file}.</source>
        <translation>Luthier ist beim letzten Mal nicht richtig gestartet und beginnt deshalb ohne das, was es sich gemerkt hatte. Das liegt noch in {file}.</translation>
    </message>
    <message>
        <source>&amp;Good</source>
        <translation>&amp;Gut</translation>
    </message>
    <message>
        <source>Something went wrong in the window. If it does not look right now, close it and start it again.</source>
        <translation>Im Fenster ist etwas schiefgegangen. Wenn es jetzt nicht richtig aussieht, schließe es und starte es neu.</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>&amp;Einstellungen</translation>
    </message>
    <message>
        <source>Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. Larger models learn facts, too.</source>
        <translation>Trainiert: Die neue Antwort steht neben der alten. Dieses Beispielmodell ist winzig und lernt nur eine Art zu sprechen. Größere Modelle lernen auch Fakten.</translation>
    </message>
    <message>
        <source>{title}: trained.</source>
        <translation>{title}: trainiert.</translation>
    </message>
    <message>
        <source>&amp;Ask it something</source>
        <translation>&amp;Etwas fragen</translation>
    </message>
    <message>
        <source>{name}
{words}
Press to watch it.</source>
        <translation>{name}
{words}
Klicken, um zuzusehen.</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Look at it</source>
        <translation>&amp;Ansehen</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Nicht jetzt</translation>
    </message>
    <message>
        <source>{who} in the queue from last time. Continue the training?</source>
        <translation>{who} vom letzten Mal in der Warteschlange. Soll das Training weitergehen?</translation>
    </message>
    <message>
        <source>&amp;Look at the queue</source>
        <translation>&amp;Warteschlange ansehen</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>{page}: {text}</source>
        <translation>{page}: {text}</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>running, {percent}</source>
        <translation>läuft, {percent}</translation>
    </message>
    <message>
        <source>next</source>
        <translation>als Nächstes</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>Another training is running. Press Train at the left to see it.</source>
        <translation>Ein anderes Training läuft. „Training“ links führt dorthin.</translation>
    </message>
    <message>
        <source>This folder cannot be opened</source>
        <translation>Dieser Ordner lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>This run cannot be read</source>
        <translation>Dieser Lauf lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird beendet…</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>Wird abgebrochen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>{rss} · {pace} tok/s</source>
        <translation>{rss} · {pace} Tok/s</translation>
    </message>
    <message>
        <source>{seconds} min left</source>
        <translation>noch {seconds} min</translation>
    </message>
    <message>
        <source>{seconds} left</source>
        <translation>noch {seconds}</translation>
    </message>
    <message>
        <source>Your run {title} stopped before its first step.</source>
        <translation>Dein Lauf {title} hielt vor dem ersten Schritt an.</translation>
    </message>
    <message>
        <source>&amp;Resume {title}</source>
        <translation>{title} &amp;fortsetzen</translation>
    </message>
    <message>
        <source>at step {step} of {steps}</source>
        <translation>bei Schritt {step} von {steps}</translation>
    </message>
    <message>
        <source>&amp;Resume {title} ({step} of {steps})</source>
        <translation>{title} &amp;fortsetzen ({step} von {steps})</translation>
    </message>
    <message>
        <source>Your run {title} stopped {where}.</source>
        <translation>Dein Lauf {title} hielt {where} an.</translation>
    </message>
    <message>
        <source>Your run {title} was {where} when {on} was last heard.</source>
        <translation>Dein Lauf {title} war {where}, als {on} zuletzt zu hören war.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>{title} – Luthier</source>
        <translation>{title} – Luthier</translation>
    </message>
    <message>
        <source>Lines to type in a terminal</source>
        <translation>Zeilen für ein Terminal</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>{title}: not found here</source>
        <translation>{title}: hier nicht gefunden</translation>
    </message>
    <message>
        <source>Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)</source>
        <translation>Daten (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts.</source>
        <translation>Wähle einen Text, ein Dokument, eine JSON-, CSV- oder Parquet-Datei oder einen Ordner mit Texten.</translation>
    </message>
    <message>
        <source>A folder: the texts in it, and in folders below.</source>
        <translation>Ein Ordner: die Texte darin und in den Ordnern darunter.</translation>
    </message>
    <message>
        <source>Check that you have permission to read it, or choose another.</source>
        <translation>Prüfe, ob du sie lesen darfst, oder wähle eine andere.</translation>
    </message>
    <message>
        <source>{text} cannot be read: {strerror}.</source>
        <translation>{text} kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} ist leer.</translation>
    </message>
    <message>
        <source>Choose a file with text in it.</source>
        <translation>Wähle eine Datei, in der Text steht.</translation>
    </message>
    <message>
        <source>A file of {size}.</source>
        <translation>Eine Datei von {size}.</translation>
    </message>
    <message>
        <source>No {what} is chosen yet.</source>
        <translation>Noch nichts gewählt ({what}).</translation>
    </message>
    <message>
        <source>There is nothing at {text}.</source>
        <translation>Unter {text} ist nichts.</translation>
    </message>
    <message>
        <source>Check the path, or choose it again.</source>
        <translation>Prüfe den Pfad, oder wähle ihn neu.</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>Wird beendet…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Paused · {amount}</source>
        <translation>Pausiert · {amount}</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>Verbindung verloren, neuer Versuch</translation>
    </message>
    <message>
        <source>{seconds_left} left</source>
        <translation>noch {seconds_left}</translation>
    </message>
    <message>
        <source>{done} of {total} {unit}</source>
        <translation>{done} von {total} {unit}</translation>
    </message>
    <message>
        <source>No loss yet.</source>
        <translation>Noch kein Loss.</translation>
    </message>
    <message>
        <source>Loss from {first} to {last}.</source>
        <translation>Loss von {first} auf {last}.</translation>
    </message>
    <message>
        <source> On text it had not seen from {first} to {last}.</source>
        <translation> Bei Text, den es nicht kannte, von {first} auf {last}.</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Bitte ansehen</translation>
    </message>
    <message>
        <source>Not good</source>
        <translation>Nicht gut</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>Kommt noch</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Noch nicht bekannt</translation>
    </message>
    <message>
        <source>Copy the &amp;lines</source>
        <translation>&amp;Zeilen kopieren</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Dismiss this message (Escape)</source>
        <translation>Diese Meldung schließen (Escape)</translation>
    </message>
    <message>
        <source>No file manager could be started</source>
        <translation>Es ließ sich keine Dateiverwaltung starten</translation>
    </message>
    <message>
        <source>The folder is here:</source>
        <translation>Der Ordner ist hier:</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>{name}: choose a file</source>
        <translation>{name}: eine Datei wählen</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner…</translation>
    </message>
    <message>
        <source>{name}: choose a folder</source>
        <translation>{name}: einen Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>Token holen</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>Token speichern</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Zugangstoken</translation>
    </message>
    <message>
        <source>Access token, hf_…</source>
        <translation>Zugangstoken, hf_…</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Es wird im Schlüsselbund des Systems aufbewahrt und in keiner Datei.</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>Token entfernen</translation>
    </message>
    <message>
        <source>Paste the token first.</source>
        <translation>Füge erst das Token ein.</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>Der Schlüsselbund wird gefragt…</translation>
    </message>
    <message>
        <source>✓ The token is in the system&apos;s keyring.</source>
        <translation>✓ Das Token ist im Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>✓ There is no token in the keyring any more.</source>
        <translation>✓ Im Schlüsselbund ist kein Token mehr.</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>The worker process reported a result that cannot be understood.</source>
        <translation>Was der Arbeitsprozess über sein Ergebnis sagte, ist nicht zu verstehen.</translation>
    </message>
    <message>
        <source>This is a bug: please report the details.</source>
        <translation>Das ist ein Fehler in Luthier: Bitte melde die Einzelheiten.</translation>
    </message>
    <message>
        <source>The worker process was lost</source>
        <translation>Der Arbeitsprozess ging verloren</translation>
    </message>
    <message>
        <source>Closing other programs helps when memory ran out. Try again.</source>
        <translation>Andere Programme zu schließen hilft, wenn der Speicher ausging. Versuch es noch einmal.</translation>
    </message>
    <message>
        <source>This is a bug: please report it. “Save a report” on the Settings page writes what is needed.</source>
        <translation>Das ist ein Fehler in Luthier: Bitte melde ihn. „Bericht speichern“ auf der Seite Einstellungen schreibt, was dafür nötig ist.</translation>
    </message>
    <message>
        <source>The training process did not start</source>
        <translation>Der Trainingsprozess ist nicht gestartet</translation>
    </message>
    <message>
        <source>The training process was lost</source>
        <translation>Der Trainingsprozess ging verloren</translation>
    </message>
    <message>
        <source>exit code {exit_code}, crashed: {crashed}</source>
        <translation>Code {exit_code}, abgestürzt: {crashed}</translation>
    </message>
    <message>
        <source>Stopped and kept</source>
        <translation>Angehalten und behalten</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing was lost. Change what you like, and start again.</source>
        <translation>Nichts wurde trainiert, und nichts ging verloren. Ändere, was du magst, und beginne wieder.</translation>
    </message>
    <message>
        <source>Cancelled before anything was trained</source>
        <translation>Abgebrochen, bevor etwas trainiert war</translation>
    </message>
    <message>
        <source>What was trained since the last checkpoint is lost. </source>
        <translation>Was zuletzt seit dem Checkpoint trainiert wurde, ist weg. </translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>This training was interrupted</source>
        <translation>Dieses Training wurde unterbrochen</translation>
    </message>
    <message>
        <source>{title} is ready</source>
        <translation>{title} ist fertig</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker program could not be started. Installing Luthier again usually mends this.</source>
        <translation>Luthiers eigenes Arbeitsprogramm ließ sich nicht starten. Luthier neu zu installieren behebt das meist.</translation>
    </message>
    <message>
        <source>The process ended without a reason (exit code {exit_code}).</source>
        <translation>Der Prozess endete, ohne zu sagen, warum (Code {exit_code}).</translation>
    </message>
    <message>
        <source>The process was ended from outside while it worked. The system does that when memory runs out; closing other programs or a shorter context helps.</source>
        <translation>Der Prozess wurde während der Arbeit von außen beendet. Das System tut das, wenn der Speicher ausgeht; andere Programme zu schließen oder ein kürzerer Kontext hilft.</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>Exit-Code {code}</translation>
    </message>
    <message>
        <source>It crashed ({name}).</source>
        <translation>Er ist abgestürzt ({name}).</translation>
    </message>
    <message>
        <source>The process was ended by the system ({name}).</source>
        <translation>Der Prozess wurde vom System beendet ({name}).</translation>
    </message>
    <message>
        <source>Training ended without a result</source>
        <translation>Das Training endete ohne Ergebnis</translation>
    </message>
    <message>
        <source>Training is finished</source>
        <translation>Das Training ist fertig</translation>
    </message>
    <message>
        <source>Training ended with an error</source>
        <translation>Das Training endete mit einem Fehler</translation>
    </message>
    <message>
        <source>Training has gone wrong</source>
        <translation>Das Training ist schiefgegangen</translation>
    </message>
    <message>
        <source>Training could not begin</source>
        <translation>Das Training konnte nicht beginnen</translation>
    </message>
    <message>
        <source>No checkpoint had been saved yet, so resuming begins at the first step.</source>
        <translation>Noch war kein Checkpoint gespeichert, darum beginnt das Fortsetzen beim ersten Schritt.</translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept. Resume goes on from there.</source>
        <translation>Alles bis Schritt {saved} bleibt. Fortsetzen macht dort weiter.</translation>
    </message>
    <message numerus="yes">
        <source>{lost} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>1 Schritt wird</numerusform>
            <numerusform>{lost} Schritte werden</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.</source>
        <translation>Alles bis Schritt {saved} bleibt; Fortsetzen macht dort weiter, und {steps} wiederholt.</translation>
    </message>
    <message>
        <source>It took {seconds}.</source>
        <translation>Es dauerte {seconds}.</translation>
    </message>
    <message>
        <source>The training process was lost here: it ended without a word.</source>
        <translation>Hier ging der Trainingsprozess verloren: Er endete ohne ein Wort.</translation>
    </message>
    <message>
        <source>Resuming this run.</source>
        <translation>Dieser Lauf geht weiter.</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>Begonnen.</translation>
    </message>
    <message>
        <source>, a little slower to save some</source>
        <translation>, etwas langsamer, um welchen zu sparen</translation>
    </message>
    <message>
        <source>, slower to save some</source>
        <translation>, langsamer, um welchen zu sparen</translation>
    </message>
    <message>
        <source> A sample takes about {samples} more while it is written.</source>
        <translation> Eine Probe nimmt etwa {samples} mehr, während sie geschrieben wird.</translation>
    </message>
    <message>
        <source>, and {on_card} of the graphics card&apos;s</source>
        <translation>, und {on_card} der Grafikkarte</translation>
    </message>
    <message>
        <source>Training needs about {total} of memory{card}{how}.{besides}</source>
        <translation>Training braucht etwa {total} Speicher{card}{how}.{besides}</translation>
    </message>
    <message>
        <source>from step {step} </source>
        <translation>ab Schritt {step} </translation>
    </message>
    <message>
        <source>Training {trainable} adapter weights, {start}to step {steps}.</source>
        <translation>{trainable} Gewichte des Adapters werden trainiert, {start}bis Schritt {steps}.</translation>
    </message>
    <message>
        <source>Step {step} was skipped: {reason} ({so_far} so far).</source>
        <translation>Schritt {step} wurde übersprungen: {reason} (bisher {so_far}).</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>nach {steps}</translation>
    </message>
    <message>
        <source>with the adapter</source>
        <translation>mit dem Adapter</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>vor dem Training</translation>
    </message>
    <message>
        <source>loss {loss}.</source>
        <translation>Loss {loss}.</translation>
    </message>
    <message>
        <source>loss {loss}, perplexity {perplexity}.</source>
        <translation>Loss {loss}, Perplexität {perplexity}.</translation>
    </message>
    <message>
        <source>Evaluation {when}: {what}</source>
        <translation>Auswertung {when}: {what}</translation>
    </message>
    <message>
        <source>Checkpoint saved at step {step}{best}.</source>
        <translation>Checkpoint bei Schritt {step} gespeichert{best}.</translation>
    </message>
    <message>
        <source>, the best so far: it is kept</source>
        <translation>, der bisher beste: Er bleibt</translation>
    </message>
    <message>
        <source>Sample before training, to “{prompt}”.</source>
        <translation>Probe vor dem Training, auf „{prompt}“.</translation>
    </message>
    <message>
        <source>Sample after {steps}, to “{prompt}”.</source>
        <translation>Probe nach {steps}, auf „{prompt}“.</translation>
    </message>
    <message>
        <source>Sample ({label}): {text}</source>
        <translation>Probe ({label}): {text}</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Pausiert.</translation>
    </message>
    <message>
        <source>Running.</source>
        <translation>Läuft.</translation>
    </message>
    <message>
        <source>Stopping after this step.</source>
        <translation>Hält nach diesem Schritt an.</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Stopped; the adapter is kept.</source>
        <translation>Angehalten; der Adapter bleibt.</translation>
    </message>
    <message>
        <source>{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).</source>
        <translation>{rows}, {tokens} Token, davon {tokens_trained} trainiert, in {sequences} Sequenzen ({fill} voll).</translation>
    </message>
    <message>
        <source> Rows that begin alike share {tokens_shared} of the tokens.</source>
        <translation> Zeilen, die gleich beginnen, teilen {tokens_shared} der Token.</translation>
    </message>
    <message>
        <source> Held out for evaluation: {rows}.</source>
        <translation> Zum Auswerten zurückgehalten: {rows}.</translation>
    </message>
    <message>
        <source> Left out: </source>
        <translation> Weggelassen: </translation>
    </message>
    <message>
        <source>waiting for mains power</source>
        <translation>wartet auf Netzstrom</translation>
    </message>
    <message>
        <source>waiting until the processor has cooled down</source>
        <translation>wartet, bis der Prozessor abgekühlt ist</translation>
    </message>
    <message>
        <source>The worker writes lines that this version of Luthier does not understand. They are skipped.</source>
        <translation>Der Arbeitsprozess schreibt Zeilen, die diese Version von Luthier nicht versteht. Sie werden übergangen.</translation>
    </message>
    <message>
        <source>If nothing else is wrong, it can continue; Copy details has the lines for a report.</source>
        <translation>Wenn sonst nichts falsch ist, mag es weitergehen; „Details kopieren“ hat die Zeilen, für einen Bericht.</translation>
    </message>
    <message>
        <source>This run no longer exists.</source>
        <translation>Diesen Lauf gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Another program is training this run.</source>
        <translation>Ein anderes Programm trainiert diesen Lauf.</translation>
    </message>
    <message>
        <source>Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten when this window is closed.</source>
        <translation>Ein anderes Luthier-Fenster (Prozess {pid} auf {host}) führt die Warteschlange. Was hier wartet, ist vergessen, wenn dieses Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Skipped: </source>
        <translation>Übersprungen: </translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Fortgesetzt</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>The computer slept for {asleep}</source>
        <translation>Der Computer schlief {asleep}</translation>
    </message>
    <message>
        <source>The computer slept, or was busy, for {asleep}.</source>
        <translation>Der Computer schlief oder war aufgehalten, {asleep} lang.</translation>
    </message>
    <message>
        <source>Save a report on the Settings page: it helps to find out why.</source>
        <translation>Speichere auf der Seite Einstellungen einen Bericht: Er hilft herauszufinden, warum.</translation>
    </message>
    <message>
        <source>This did not work: {in_words}.</source>
        <translation>Das hat nicht geklappt: {in_words}.</translation>
    </message>
    <message>
        <source>Of {answers} held-out choices it has learnt {right}.</source>
        <translation>Von {answers} zurückgehaltenen Wahlen hat es {right} gelernt.</translation>
    </message>
    <message>
        <source>Before training: {before}.</source>
        <translation>Vor dem Training: {before}.</translation>
    </message>
    <message>
        <source>No longer getting better</source>
        <translation>Wird nicht mehr besser</translation>
    </message>
    <message>
        <source>The loss has stopped falling. More steps will change little: you can stop and keep what it has learnt.</source>
        <translation>Der Loss fällt nicht mehr. Weitere Schritte ändern wenig: Du kannst anhalten und behalten, was es gelernt hat.</translation>
    </message>
    <message>
        <source>The loss rose from {least} to {now}</source>
        <translation>Der Loss stieg von {least} auf {now}</translation>
    </message>
    <message>
        <source>{skipped} steps were lost</source>
        <translation>{skipped} Schritte gingen verloren</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>Der Loss ist keine Zahl mehr</translation>
    </message>
    <message>
        <source>, {lower} instead of {rate} for example</source>
        <translation>, etwa {lower} statt {rate}</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Beginne neu</translation>
    </message>
    <message>
        <source>Stop, and start again</source>
        <translation>Halte an und beginne neu</translation>
    </message>
    <message>
        <source>Unstable: lower the rate</source>
        <translation>Instabil: Lernrate senken</translation>
    </message>
    <message>
        <source>{why}. {act} with a lower learning rate{rate}.</source>
        <translation>{why}. {act}, mit einer niedrigeren Lernrate{rate}.</translation>
    </message>
    <message>
        <source>Your chosen answers become unlikely</source>
        <translation>Deine gewählten Antworten werden unwahrscheinlich</translation>
    </message>
    <message>
        <source>Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.</source>
        <translation>Ihre logarithmierte Wahrscheinlichkeit ist von {before} auf {now} gefallen: Es verlernt, sie zu schreiben, während es lernt, die anderen zu meiden. {act}, mit einer kleineren Lernrate, weniger Epochen oder einem größeren Beta.</translation>
    </message>
    <message>
        <source>Text it had not seen became harder for it from the start (loss {before} before, {now} now). Give it more or more varied rows, fewer epochs, or a lower learning rate.</source>
        <translation>Text, den es nicht kannte, fiel ihm von Anfang an schwerer (Loss vorher {before}, jetzt {now}). Gib ihm mehr oder vielfältigere Zeilen, weniger Epochen oder eine niedrigere Lernrate.</translation>
    </message>
    <message>
        <source>Learning by heart from the start</source>
        <translation>Lernt von Anfang an auswendig</translation>
    </message>
    <message>
        <source>The best adapter is from step {steps}</source>
        <translation>Der beste Adapter ist der von Schritt {steps}</translation>
    </message>
    <message>
        <source>, it is kept. </source>
        <translation>, er bleibt. </translation>
    </message>
    <message>
        <source>Chat and Export take it. For a better one: more rows, or fewer epochs.</source>
        <translation>Chat und Export nehmen ihn. Für einen besseren: mehr Zeilen oder weniger Epochen.</translation>
    </message>
    <message>
        <source>You can stop here: Chat and Export take that one.</source>
        <translation>Du kannst hier anhalten: Chat und Export nehmen diesen.</translation>
    </message>
    <message>
        <source>Learning by heart since step {since}</source>
        <translation>Lernt auswendig seit Schritt {since}</translation>
    </message>
    <message>
        <source>{fell}; below {known} it is close to them. Let it go on.</source>
        <translation>{fell}; unter {known} ist es nah an ihnen. Lass es weiterlaufen.</translation>
    </message>
    <message>
        <source>{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.</source>
        <translation>{fell}; unter {known} wäre es nah an ihnen. Lass es sie doppelt so oft lesen: mehr Epochen.</translation>
    </message>
    <message>
        <source>You can stop now. Reading on helps with questions in other words.</source>
        <translation>Du kannst jetzt aufhören. Weiterlesen hilft bei Fragen in anderen Worten.</translation>
    </message>
    <message>
        <source>It knows your answers by heart</source>
        <translation>Es kann deine Antworten auswendig</translation>
    </message>
    <message>
        <source>The loss on your answers has fallen from {levels} to {now}</source>
        <translation>Der Loss auf deinen Antworten fiel von {levels} auf {now}</translation>
    </message>
    <message>
        <source>Learning your answers by heart, as it should</source>
        <translation>Lernt deine Antworten auswendig, wie es soll</translation>
    </message>
    <message>
        <source>It does not know your answers by heart yet</source>
        <translation>Es kann deine Antworten noch nicht auswendig</translation>
    </message>
    <message numerus="yes">
        <source>{n} answers are right, word for word.</source>
        <comment>1 answer is right, word for word.</comment>
        <translation>
            <numerusform>Eine Antwort ist richtig, Wort für Wort.</numerusform>
            <numerusform>{n} Antworten sind richtig, Wort für Wort.</numerusform>
        </translation>
    </message>
    <message>
        <source>It knows {known} of your {taught} answers</source>
        <translation>Es kann {known} von deinen {taught} Antworten</translation>
    </message>
    <message>
        <source>These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” lets it read them again.</source>
        <translation>Diese sind Wort für Wort richtig. „Ist es besser?“ stellt die Fragen und zeigt die falschen Antworten; „Weiter trainieren“ lässt es sie noch einmal lesen.</translation>
    </message>
    <message>
        <source>“Is it better?” asks your questions and shows which answers are wrong.</source>
        <translation>„Ist es besser?“ stellt deine Fragen und zeigt, welche Antworten falsch sind.</translation>
    </message>
    <message>
        <source>{fell}. Single words may still be wrong, which this number hardly shows. {act}</source>
        <translation>{fell}. Einzelne Wörter können noch falsch sein, was diese Zahl kaum zeigt. {act}</translation>
    </message>
    <message>
        <source>Its answers are close to yours</source>
        <translation>Seine Antworten sind nah an deinen</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Nicht fertig</translation>
    </message>
    <message>
        <source>It has done {done} of the training that you planned. Resume lets it finish.</source>
        <translation>Es hat {done} des geplanten Trainings geschafft. „Fortsetzen“ führt es zu Ende.</translation>
    </message>
    <message>
        <source>Too early to say</source>
        <translation>Zu früh, um es zu sagen</translation>
    </message>
    <message>
        <source>It learnt for only {steps} steps. More epochs or more rows make more steps.</source>
        <translation>Es lernte nur {steps} Schritte lang. Mehr Epochen oder mehr Zeilen ergeben mehr Schritte.</translation>
    </message>
    <message>
        <source>The curves become meaningful after about {wait} steps.</source>
        <translation>Nach etwa {wait} Schritten sagen die Kurven etwas.</translation>
    </message>
    <message>
        <source> ({value} instead of {rate})</source>
        <translation> ({value} statt {rate})</translation>
    </message>
    <message>
        <source>Hardly learning</source>
        <translation>Lernt kaum</translation>
    </message>
    <message>
        <source>The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.</source>
        <translation>Der Loss fiel nur um {fall}. Probiere die dreifache Lernrate{rate} oder mehr Epochen.</translation>
    </message>
    <message numerus="yes">
        <source>{rows} rows are</source>
        <comment>1 row is</comment>
        <translation>
            <numerusform>1 Zeile ist</numerusform>
            <numerusform>{rows} Zeilen sind</numerusform>
        </translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: </source>
        <translation>Der Loss auf dem, woran es trainiert, fiel von {first} auf {now}. {rows} zurückgehalten, zu wenig zum Beurteilen: </translation>
    </message>
    <message>
        <source>It has learnt; ask it yourself</source>
        <translation>Es hat gelernt; frag es selbst</translation>
    </message>
    <message>
        <source>talk to it, and compare with how it answered.</source>
        <translation>sprich damit und vergleiche, wie es vorher antwortete.</translation>
    </message>
    <message>
        <source>ask it yourself when it is done. Let it go on.</source>
        <translation>frag es selbst, wenn es fertig ist. Lass es weiterlaufen.</translation>
    </message>
    <message>
        <source>It has learnt well</source>
        <translation>Es hat gut gelernt</translation>
    </message>
    <message>
        <source>Talk to it, and compare with how it answered before.</source>
        <translation>Sprich damit und vergleiche, wie es vorher antwortete.</translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}.</source>
        <translation>Der Loss auf dem, woran es trainiert, fiel von {first} auf {now}.</translation>
    </message>
    <message>
        <source> Nothing is held out to tell learning from learning by heart.</source>
        <translation> Nichts ist zurückgehalten, um Lernen von Auswendiglernen zu unterscheiden.</translation>
    </message>
    <message>
        <source> Let it go on.</source>
        <translation> Lass es weiterlaufen.</translation>
    </message>
    <message>
        <source>Learning well</source>
        <translation>Lernt gut</translation>
    </message>
    <message>
        <source>No row fits into a context of {context} tokens: half have over {median}.</source>
        <translation>Keine Zeile passt in einen Kontext von {context} Token: Die Hälfte hat über {median}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens; on longer texts it will write badly.</source>
        <translation>Das Modell wurde für {context} Token gemacht; bei längeren Texten schreibt es schlecht.</translation>
    </message>
    <message>
        <source>Such a high learning rate usually ends in nonsense.</source>
        <translation>Eine so hohe Lernrate endet meist in Unsinn.</translation>
    </message>
    <message>
        <source>{rows} rows are few: it will learn them by heart. A style takes 50 or more.</source>
        <translation>{rows} Zeilen sind wenig: Es wird sie auswendig lernen. Ein Stil braucht 50 oder mehr.</translation>
    </message>
    <message>
        <source>Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, and rows whose last answer alone is longer are not used.</source>
        <translation>Zeilen mit bis zu {longest} Token werden auf {context} gekürzt: Ihre ältesten Teile fallen weg, und Zeilen, deren letzte Antwort allein länger ist, werden nicht benutzt.</translation>
    </message>
    <message>
        <source>With their thoughts rows have up to {longest} tokens, and those whose last answer has over {context} are not used.</source>
        <translation>Mit ihren Gedanken haben Zeilen bis zu {longest} Token, und jene, deren letzte Antwort über {context} hat, werden nicht benutzt.</translation>
    </message>
    <message>
        <source>Nothing is held out, so you cannot see when it starts to learn by heart.</source>
        <translation>Nichts ist zurückgehalten, darum siehst du nicht, wann es auswendig zu lernen beginnt.</translation>
    </message>
    <message>
        <source>Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 answers; with {n} more wordings of each, about 32. A model on this disk can write them; training then reads them {epochs} times, in about {time}.</source>
        <translation>Jede Frage ist nur auf eine Art gestellt. Anders gefragt wussten kleine Modelle dann etwa 12 von 40 Antworten; mit je {n} weiteren Formulierungen etwa 32. Ein Modell auf dieser Platte kann sie schreiben; das Training liest sie dann {epochs}-mal, in etwa {time}.</translation>
    </message>
    <message>
        <source>This model can think first, but your rows have no thoughts, so it will answer at once from then on. To keep its thinking, give three of four rows thoughts (&lt;think&gt;…&lt;/think&gt;).</source>
        <translation>Dieses Modell kann erst nachdenken, doch deine Zeilen haben keine Gedanken, darum antwortet es danach sofort. Damit es weiter denkt, gib drei von vier Zeilen Gedanken (&lt;think&gt;…&lt;/think&gt;).</translation>
    </message>
    <message>
        <source>Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows thoughts, or choose one kind with “Thoughts” on the Data page.</source>
        <translation>Nur {thoughts} von {rows} Zeilen haben Gedanken, darum denkt dieses Modell weniger. Gib drei von vier Zeilen Gedanken, oder wähle unter „Gedanken“ auf der Seite Daten eine Art.</translation>
    </message>
    <message numerus="yes">
        <source>{steps} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>1 Schritt ist</numerusform>
            <numerusform>{steps} Schritte sind</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} too few to learn much from.</source>
        <translation>{steps} zu wenig, um viel zu lernen.</translation>
    </message>
    <message>
        <source>This takes at least {seconds_low}.</source>
        <translation>Das dauert mindestens {seconds_low}.</translation>
    </message>
    <message>
        <source>it has been learnt long before</source>
        <translation>es ist dann längst bekannt</translation>
    </message>
    <message>
        <source>it is learnt by heart, word for word</source>
        <translation>es wird wörtlich auswendig gelernt</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Reading {what} {epochs} times is more than is useful: {known}.</source>
        <translation>{what} {epochs}-mal zu lesen ist mehr, als hilft: {known}.</translation>
    </message>
    <message>
        <source>Speak in a style</source>
        <translation>In einem Stil sprechen</translation>
    </message>
    <message>
        <source>In conversations it sounds like your examples: tone, length and words.</source>
        <translation>In Gesprächen klingt es wie deine Beispiele: Ton, Länge und Wörter.</translation>
    </message>
    <message>
        <source>Answer from my data</source>
        <translation>Aus meinen Daten antworten</translation>
    </message>
    <message>
        <source>Sort and label</source>
        <translation>Sortieren und beschriften</translation>
    </message>
    <message>
        <source>Short answers that are right or wrong: a label, JSON, a call of a tool.</source>
        <translation>Kurze Antworten, die richtig oder falsch sind: ein Etikett, JSON, ein Werkzeugaufruf.</translation>
    </message>
    <message>
        <source>A persona</source>
        <translation>Eine Person</translation>
    </message>
    <message>
        <source>It plays a character with a voice and a memory of its own.</source>
        <translation>Es bleibt jemand: eine Figur mit eigener Stimme und Erinnerung.</translation>
    </message>
    <message>
        <source>It continues a beginning the way your stories, notes or poems would.</source>
        <translation>Es führt einen Anfang fort, wie deine Geschichten, Notizen oder Gedichte es täten.</translation>
    </message>
    <message>
        <source>As I like it</source>
        <translation>So, wie ich es mag</translation>
    </message>
    <message>
        <source>It answers more like the answers that you chose, and less like those that you did not.</source>
        <translation>Es antwortet mehr wie die Antworten, die du gewählt hast, und weniger wie die anderen.</translation>
    </message>
    <message>
        <source>Every answer has to be learnt, so none is held out.</source>
        <translation>Jede Antwort muss gelernt werden, darum wird keine zurückgehalten.</translation>
    </message>
    <message>
        <source>All layers together learn best.</source>
        <translation>Alle Schichten zusammen lernen am besten.</translation>
    </message>
    <message>
        <source>With all of them, memory only has room for rows of {context} tokens.</source>
        <translation>Mit allen hat der Speicher nur Platz für Zeilen von {context} Token.</translation>
    </message>
    <message>
        <source>From the answers you chose, and those you did not.</source>
        <translation>Aus den Antworten, die du gewählt hast, und denen, die nicht.</translation>
    </message>
    <message>
        <source>Only for choices.</source>
        <translation>Nur für Auswahlen.</translation>
    </message>
    <message>
        <source>The usual at this rank.</source>
        <translation>Das Übliche bei diesem Rang.</translation>
    </message>
    <message>
        <source>Right answers count; the loss decides a tie.</source>
        <translation>Richtige Antworten zählen; bei Gleichstand entscheidet der Verlust.</translation>
    </message>
    <message>
        <source>Not needed with so much data.</source>
        <translation>Bei so vielen Daten nicht nötig.</translation>
    </message>
    <message>
        <source>Everyday answers may take on the style, and otherwise stay as they are.</source>
        <translation>Alltägliche Antworten dürfen den Stil annehmen und bleiben sonst, wie sie sind.</translation>
    </message>
    <message>
        <source>It also practises everyday questions as it would have answered them, so that it keeps the rest.</source>
        <translation>Es übt auch alltägliche Fragen, wie es sie beantwortet hätte, damit es das Übrige behält.</translation>
    </message>
    <message>
        <source>As set in Settings: “Keep this computer usable while it trains” makes it low.</source>
        <translation>Wie in den Einstellungen: „Den Computer beim Training benutzbar halten“ macht es niedrig.</translation>
    </message>
    <message>
        <source>As set in Settings: all cores, unless you keep some for other programs.</source>
        <translation>Wie in den Einstellungen: alle Kerne, wenn du nicht einige für andere Programme freihältst.</translation>
    </message>
    <message>
        <source>Enough for this goal.</source>
        <translation>Genug für dieses Ziel.</translation>
    </message>
    <message>
        <source>{rows} need no more.</source>
        <translation>{rows} brauchen nicht mehr.</translation>
    </message>
    <message>
        <source>{wanted} would suit the goal, but with {free} of free memory {rank} is the most.</source>
        <translation>{wanted} würde zum Ziel passen, aber mit {free} freiem Speicher ist {rank} das Höchste.</translation>
    </message>
    <message>
        <source>The usual. It is suited to your data once that is read.</source>
        <translation>Das Übliche. Es wird an deine Daten angepasst, sobald sie gelesen sind.</translation>
    </message>
    <message>
        <source>{wanted} would suit your data, but with {free} of free memory this is the most.</source>
        <translation>{wanted} würde zu deinen Daten passen, aber mit {free} freiem Speicher ist dies das Höchste.</translation>
    </message>
    <message>
        <source>Reading your data {epochs} times suits this goal.</source>
        <translation>Deine Daten {epochs}-mal zu lesen, passt zu diesem Ziel.</translation>
    </message>
    <message>
        <source>It is to know your data by heart: {amount} take about {epochs} readings.</source>
        <translation>Es soll deine Daten auswendig können: {amount} brauchen etwa {epochs} Durchgänge.</translation>
    </message>
    <message>
        <source>{amount} are few, so it reads them {epochs} times.</source>
        <translation>{amount} sind wenig, darum liest es sie {epochs}-mal.</translation>
    </message>
    <message>
        <source>{amount} take this computer long, so it reads them {again}: that fits into a night.</source>
        <translation>{amount} dauern auf diesem Computer lange, darum liest es sie {again}: das passt in eine Nacht.</translation>
    </message>
    <message>
        <source>Makes steady steps, and enough of them.</source>
        <translation>Macht ruhige Schritte, und genug davon.</translation>
    </message>
    <message>
        <source>{amount} are few: fewer in a step make more steps.</source>
        <translation>{amount} sind wenig: weniger je Schritt ergibt mehr Schritte.</translation>
    </message>
    <message>
        <source>The usual. It is suited to the model once you choose one.</source>
        <translation>Das Übliche. Es wird an das Modell angepasst, sobald du eines wählst.</translation>
    </message>
    <message>
        <source>Half of what suits {parameters} parameters, so that it forgets less of its language.</source>
        <translation>Die Hälfte dessen, was zu {parameters} Parametern passt, damit es weniger von seiner Sprache vergisst.</translation>
    </message>
    <message>
        <source>{rows} rows are few, so a tenth is held out to measure with.</source>
        <translation>{rows} Zeilen sind wenig, darum wird ein Zehntel zum Messen zurückgehalten.</translation>
    </message>
    <message>
        <source>Questions are answered as your data answers them, in the same tone.</source>
        <translation>Fragen werden beantwortet, wie deine Daten sie beantworten, im selben Ton.</translation>
    </message>
    <message>
        <source>A twentieth is enough to measure with.</source>
        <translation>Ein Zwanzigstel reicht zum Messen.</translation>
    </message>
    <message>
        <source>From your answers, as they stand.</source>
        <translation>Aus deinen Antworten, wie sie dastehen.</translation>
    </message>
    <message>
        <source>From rank {least} on: large ranks learn better this way.</source>
        <translation>An ab Rang {least}: Große Ränge lernen so besser.</translation>
    </message>
    <message>
        <source>Not needed at this rank.</source>
        <translation>Bei diesem Rang nicht nötig.</translation>
    </message>
    <message>
        <source>About ten times in the run, so that you see when it stops getting better.</source>
        <translation>Etwa zehnmal im Lauf, damit du siehst, wann es nicht mehr besser wird.</translation>
    </message>
    <message>
        <source>About ten times in the run: a crash costs no more than a tenth of it.</source>
        <translation>Etwa zehnmal im Lauf: Ein Absturz kostet höchstens ein Zehntel davon.</translation>
    </message>
    <message>
        <source>No answer is the only right one, so the loss decides.</source>
        <translation>Keine Antwort ist die einzig richtige, also entscheidet der Loss.</translation>
    </message>
    <message>
        <source>{rows} are few: leaving out a little keeps it from learning them by heart.</source>
        <translation>{rows} sind wenig: Etwas wegzulassen bewahrt vor dem Auswendiglernen.</translation>
    </message>
    <message>
        <source>It should learn them by heart.</source>
        <translation>Es soll sie auswendig lernen.</translation>
    </message>
    <message>
        <source>A persona answers more freely with a little noise.</source>
        <translation>Eine Person antwortet mit etwas Rauschen freier.</translation>
    </message>
    <message>
        <source>Not needed for this goal.</source>
        <translation>Für dieses Ziel nicht nötig.</translation>
    </message>
    <message>
        <source>Running text is cut into pieces; {context} tokens are a good page.</source>
        <translation>Fließtext wird in Stücke geschnitten; {context} Token sind eine gute Seite.</translation>
    </message>
    <message>
        <source>All of your rows have</source>
        <translation>Alle deine Zeilen haben</translation>
    </message>
    <message>
        <source>95 of 100 rows have</source>
        <translation>95 von 100 Zeilen haben</translation>
    </message>
    <message>
        <source> with their thoughts, which are not cut: a longer row is not used</source>
        <translation> mit ihren Gedanken, die nicht gekürzt werden: Eine längere Zeile wird nicht benutzt</translation>
    </message>
    <message>
        <source>{share} at most {longest} tokens{with_them}.</source>
        <translation>{share} höchstens {longest} Token{with_them}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens at most.</source>
        <translation>Das Modell wurde für höchstens {context} Token gemacht.</translation>
    </message>
    <message>
        <source>The usual for this goal.</source>
        <translation>Das Übliche für dieses Ziel.</translation>
    </message>
    <message>
        <source>The usual.</source>
        <translation>Das Übliche.</translation>
    </message>
    <message>
        <source>{epochs} times</source>
        <translation>{epochs}-mal</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>Suits a model of {parameters} parameters; larger ones take smaller steps.</source>
        <translation>Passt zu einem Modell mit {parameters} Parametern; größere machen kleinere Schritte.</translation>
    </message>
    <message>
        <source>Less than what suits {parameters} parameters: choices move a model further than answers do.</source>
        <translation>Weniger, als zu {parameters} Parametern passt: Wahlen bewegen ein Modell weiter als Antworten.</translation>
    </message>
    <message>
        <source>Your rows</source>
        <translation>Deine Zeilen</translation>
    </message>
    <message>
        <source>{budget} that are free for training</source>
        <translation>{budget}, die fürs Training frei sind</translation>
    </message>
    <message>
        <source>None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.</source>
        <translation>Keine passt: Selbst {least} braucht etwa {needs} von {free}. Nimm ein kleineres Modell.</translation>
    </message>
    <message>
        <source>{chosen}: training takes about {needs} of the {free}</source>
        <translation>{chosen}: Training braucht etwa {needs} von {free}</translation>
    </message>
    <message>
        <source>; {finer} would take {amount}</source>
        <translation>; {finer} bräuchte {amount}</translation>
    </message>
    <message>
        <source>, and it answers as well as the original</source>
        <translation>, und es antwortet so gut wie das Original</translation>
    </message>
    <message>
        <source> This file has that type.</source>
        <translation> Diese Datei hat diesen Typ.</translation>
    </message>
    <message>
        <source> This file is {quantization}, which is fine to begin with; the original would be a little better.</source>
        <translation> Diese Datei ist {quantization}, was für den Anfang gut ist; das Original wäre etwas besser.</translation>
    </message>
    <message>
        <source> and be tight</source>
        <translation> und wäre knapp</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>der Prozessor</translation>
    </message>
    <message>
        <source>computes right</source>
        <translation>rechnet richtig</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>noch nicht geprüft</translation>
    </message>
    <message>
        <source>gives wrong numbers with this driver</source>
        <translation>liefert mit diesem Treiber falsche Zahlen</translation>
    </message>
    <message>
        <source>crashes with this driver</source>
        <translation>stürzt mit diesem Treiber ab</translation>
    </message>
    <message>
        <source>cannot be used yet</source>
        <translation>ist noch nicht benutzbar</translation>
    </message>
    <message>
        <source>Looking for graphics cards; new ones are tested.</source>
        <translation>Es wird nach Grafikkarten gesucht; neue werden geprüft.</translation>
    </message>
    <message>
        <source>The faster of the processor and the best card: a step is measured on both before the training begins.</source>
        <translation>Das Schnellere von Prozessor und bester Karte: Ein Schritt wird auf beiden gemessen, bevor das Training beginnt.</translation>
    </message>
    <message>
        <source>Every model that fits into memory can be trained by it.</source>
        <translation>Jedes Modell, das in den Speicher passt, kann er trainieren.</translation>
    </message>
    <message>
        <source>No usable graphics card was found, so the processor computes.</source>
        <translation>Hier fand sich keine Grafikkarte, die benutzbar ist, darum rechnet der Prozessor.</translation>
    </message>
    <message>
        <source>This one was not found here.</source>
        <translation>Diese wurde hier nicht gefunden.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>The Mac&apos;s graphics</source>
        <translation>Die Grafik des Mac</translation>
    </message>
    <message>
        <source>is {verdict}</source>
        <translation>ist {verdict}</translation>
    </message>
    <message>
        <source>up to {memory} of the computer&apos;s memory</source>
        <translation>bis zu {memory} vom Speicher des Computers</translation>
    </message>
    <message>
        <source>{memory} of memory of its own</source>
        <translation>{memory} eigenem Speicher</translation>
    </message>
    <message>
        <source>, with {memory}</source>
        <translation>, mit {memory}</translation>
    </message>
    <message>
        <source>{name}: {own} s a step, {other} {others} s.</source>
        <translation>{name}: {own} s je Schritt, {other} {others} s.</translation>
    </message>
    <message>
        <source>Computed by {name}.</source>
        <translation>Gerechnet von: {name}.</translation>
    </message>
    <message>
        <source>{layers} of {of_layers} layers are on it, the others on the processor.</source>
        <translation>{layers} von {of_layers} Schichten liegen darauf, die anderen beim Prozessor.</translation>
    </message>
    <message>
        <source>; lower is better</source>
        <translation>; niedriger ist besser</translation>
    </message>
    <message>
        <source>; it rose</source>
        <translation>; er stieg</translation>
    </message>
    <message>
        <source>On text it had not seen the loss was {before} before and is {after}{which}{change}.</source>
        <translation>Bei Text, den es nicht kannte, war der Loss vorher {before} und ist jetzt {after}{which}{change}.</translation>
    </message>
    <message>
        <source> (the adapter of step {step})</source>
        <translation> (der Adapter von Schritt {step})</translation>
    </message>
    <message>
        <source>For each next word of text it has not seen, it hesitated between about {among} words before training, now between about {now_among}{which}.</source>
        <translation>Bei jedem nächsten Wort eines Textes, den es nicht kennt, schwankte es vor dem Training zwischen etwa {among} Wörtern, jetzt zwischen etwa {now_among}{which}.</translation>
    </message>
    <message>
        <source>Right choices</source>
        <translation>Richtige Wahlen</translation>
    </message>
    <message>
        <source>Reward margin</source>
        <translation>Abstand der Belohnungen</translation>
    </message>
    <message>
        <source>Distance (nats a token)</source>
        <translation>Entfernung (Nats je Token)</translation>
    </message>
    <message>
        <source>All of them moved too far from the model they began with (over {far} nats a token). Try a lower learning rate.</source>
        <translation>Alle haben sich zu weit von dem Modell entfernt, mit dem sie begannen (über {far} Nats je Token). Versuch es mit einer kleineren Lernrate.</translation>
    </message>
    <message>
        <source>Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.</source>
        <translation>Auf den letzten Plätzen, weil sie sich zu weit von dem Modell entfernt haben, mit dem sie begannen (über {far} Nats je Token): {names}.</translation>
    </message>
    <message>
        <source>a quarter of</source>
        <translation>einem Viertel</translation>
    </message>
    <message>
        <source>half</source>
        <translation>der Hälfte</translation>
    </message>
    <message>
        <source>{rate_factor} of</source>
        <translation>{rate_factor}</translation>
    </message>
    <message>
        <source>The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning rate (time {count} of at most {most}).</source>
        <translation>Das Training ging bis Schritt {step} schief: {reason}. Es geht ab Schritt {to} weiter, mit {rate} der Lernrate (Mal {count} von höchstens {most}).</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{n} GB</source>
        <translation>{n} GB</translation>
    </message>
    <message>
        <source>{n} MB</source>
        <translation>{n} MB</translation>
    </message>
    <message>
        <source>{n} kB</source>
        <translation>{n} kB</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} Bytes</translation>
    </message>
    <message>
        <source>{d} d {h} h</source>
        <translation>{d} d {h} h</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} h {min} min</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} min {s} s</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>gestern {time}</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} s</translation>
    </message>
    <message>
        <source>Tokens in a row</source>
        <translation>Token je Zeile</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>Betas</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>Größter Gradient</translation>
    </message>
    <message>
        <source>Learns from</source>
        <translation>Lernt aus</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>Form der Daten</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>Prompts of samples</source>
        <translation>Fragen für Proben</translation>
    </message>
    <message>
        <source>Rows as samples</source>
        <translation>Zeilen als Proben</translation>
    </message>
    <message>
        <source>Length of samples</source>
        <translation>Länge der Proben</translation>
    </message>
    <message>
        <source>Memory allowed</source>
        <translation>Erlaubter Speicher</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>Rückweg durch das Modell</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Andere Computer</translation>
    </message>
    <message>
        <source>{memory}, {free} of it free</source>
        <translation>{memory}, {free} davon frei</translation>
    </message>
    <message>
        <source>&amp;One on each of the other computers</source>
        <translation>&amp;Eines auf jedem der anderen Computer</translation>
    </message>
    <message>
        <source>{number} trainings, as many at once as there are computers.</source>
        <translation>{number} Trainings, so viele zugleich, wie Computer da sind.</translation>
    </message>
    <message>
        <source>{number} trainings, one after the other.</source>
        <translation>{number} Trainings, eines nach dem anderen.</translation>
    </message>
    <message>
        <source>On this computer alone that takes {time}.</source>
        <translation>Auf diesem Computer allein dauert das {time}.</translation>
    </message>
    <message>
        <source>Try several values</source>
        <translation>Mehrere Werte probieren</translation>
    </message>
    <message>
        <source>Each combination is trained with everything else as it is on the page. {best} Separate values with spaces.</source>
        <translation>Jede Kombination wird trainiert, alles andere wie auf der Seite. {best} Zwischen den Werten stehen Leerzeichen.</translation>
    </message>
    <message>
        <source>The best gets the most held-out choices right without moving too far from the model it began with.</source>
        <translation>Am besten ist, was bei den zurückgehaltenen Wahlen am häufigsten richtig liegt, ohne sich zu weit vom Modell des Anfangs zu entfernen.</translation>
    </message>
    <message>
        <source>The best is the one with the most right held-out answers.</source>
        <translation>Am besten ist, was die meisten zurückgehaltenen Antworten richtig hat.</translation>
    </message>
    <message>
        <source>The best is the one with the lowest loss on held-out text.</source>
        <translation>Welche die beste ist, sagt der Loss auf zurückgehaltenem Text.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>such as 1e-4 2e-4 5e-4</source>
        <translation>etwa 1e-4 2e-4 5e-4</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Luthier&apos;s guide</source>
        <translation>Luthiers Handbuch</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>B&amp;eginning of the guide</source>
        <translation>&amp;Anfang der Anleitung</translation>
    </message>
    <message>
        <source>This copy of Luthier does not include the guide. It is in docs/guide of its source.</source>
        <translation>Diesem Luthier liegt kein Handbuch bei. Es steht in docs/guide.</translation>
    </message>
    <message>
        <source>Not no&amp;w</source>
        <translation>&amp;Jetzt nicht</translation>
    </message>
    <message>
        <source>Sorting, tagging and short answers of one kind</source>
        <translation>Sortieren, Verschlagworten, kurze Antworten einer Art</translation>
    </message>
    <message>
        <source>A first try in English: a tone, or a form of answer</source>
        <translation>Ein erster Versuch auf Englisch: ein Ton, eine Antwortform</translation>
    </message>
    <message>
        <source>The usual start: many languages, follows instructions</source>
        <translation>Der übliche Anfang: viele Sprachen, folgt Anweisungen</translation>
    </message>
    <message>
        <source>Personas, and questions about your texts</source>
        <translation>Personas und Fragen zu deinen Texten</translation>
    </message>
    <message>
        <source>Conversation and roles in European languages</source>
        <translation>Gespräche und Rollen in europäischen Sprachen</translation>
    </message>
    <message>
        <source>Long texts and reasoning in six languages</source>
        <translation>Lange Texte und Schlussfolgern in sechs Sprachen</translation>
    </message>
    <message>
        <source>Knowledge, tools, personas: the best of its size</source>
        <translation>Wissen, Werkzeuge, Personas: das Beste seiner Größe</translation>
    </message>
    <message>
        <source>Demanding texts in many languages</source>
        <translation>Anspruchsvolle Texte in vielen Sprachen</translation>
    </message>
    <message>
        <source>Stories and roles in a dozen languages</source>
        <translation>Geschichten und Rollen in einem Dutzend Sprachen</translation>
    </message>
    <message>
        <source>The most able that a desktop with 32 GB trains</source>
        <translation>Das Fähigste, das ein PC mit 32 GB trainiert</translation>
    </message>
    <message>
        <source>about an hour</source>
        <comment>of a training</comment>
        <translation>etwa 1 h</translation>
    </message>
    <message>
        <source>an evening</source>
        <comment>of a training</comment>
        <translation>einen Abend</translation>
    </message>
    <message>
        <source>a night</source>
        <comment>of a training</comment>
        <translation>eine Nacht</translation>
    </message>
    <message>
        <source>days</source>
        <comment>of a training</comment>
        <translation>Tage</translation>
    </message>
    <message>
        <source>{good_at}. A usual training takes {takes} on a laptop.</source>
        <translation>{good_at}. Ein übliches Training dauert auf einem Laptop {takes}.</translation>
    </message>
    <message>
        <source>{done} is done: {over} of {trials} trainings are over.</source>
        <translation>{done} sind geschafft: {over} von {trials} Trainings sind beendet.</translation>
    </message>
    <message>
        <source>conversations (ChatGPT)</source>
        <translation>Gespräche (ChatGPT)</translation>
    </message>
    <message>
        <source>Choose the newest checkpoint in it: {path}</source>
        <translation>Wähle den neuesten Checkpoint darin: {path}</translation>
    </message>
    <message>
        <source>Choose the file in it: {path}</source>
        <translation>Wähle die Datei darin: {path}</translation>
    </message>
    <message>
        <source>These are questions that it was trained on: this shows that it learnt them, not that it can answer others.</source>
        <translation>Aus diesen Fragen hat es gelernt: Das zeigt, dass es sie gelernt hat, und nicht, dass es andere beantworten kann.</translation>
    </message>
    <message>
        <source>, {name} {right}</source>
        <translation>, {name} {right}</translation>
    </message>
    <message>
        <source>None of them was trained on.</source>
        <translation>Aus keiner davon wurde gelernt.</translation>
    </message>
    <message>
        <source>{n} questions are answered. Choose the better answers.</source>
        <translation>{n} Fragen sind beantwortet. Wähle die besseren Antworten.</translation>
    </message>
    <message>
        <source>That is likely; a few more choices would make it certain.</source>
        <translation>Das ist wahrscheinlich; ein paar Entscheidungen mehr würden es sicher machen.</translation>
    </message>
    <message>
        <source>Your questions: {right} of {of} right.</source>
        <translation>Deine Fragen: {right} von {of} richtig.</translation>
    </message>
    <message>
        <source>Everything else: as before. Asked about other things, it answers as it did.</source>
        <translation>Alles andere: wie vorher. Nach anderem gefragt, antwortet es wie bisher.</translation>
    </message>
    <message>
        <source>Everything else: changed. Asked about other things, it often answers differently.</source>
        <translation>Alles andere: verändert. Nach anderem gefragt, antwortet es oft anders.</translation>
    </message>
    <message>
        <source>Everything else: much changed. Asked about other things, it may answer in the manner of your data and get wrong what it knew.</source>
        <translation>Alles andere: stark verändert. Nach anderem gefragt, antwortet es vielleicht in der Art deiner Daten und falsch, was es wusste.</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>wie vorher</translation>
    </message>
    <message>
        <source>slightly changed</source>
        <translation>leicht verändert</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>verändert</translation>
    </message>
    <message>
        <source>much changed</source>
        <translation>stark verändert</translation>
    </message>
    <message>
        <source>{words} ({moved})</source>
        <translation>{words} ({moved})</translation>
    </message>
    <message>
        <source>Your questions: {name} {right} of {of} right</source>
        <translation>Deine Fragen: {name} hat {right} von {of} richtig</translation>
    </message>
    <message>
        <source>Word for word as expected, of {of}: {first} {tuned}, {second} {base}.</source>
        <translation>Wort für Wort wie erwartet, von {of}: {first} {tuned}, {second} {base}.</translation>
    </message>
    <message>
        <source>You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.</source>
        <translation>Du hast bei {chosen} von {of} Fragen gewählt: {first} {tuned}, {second} {base}, gleich gut {equal}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} other answers differ. Choose the better ones.</source>
        <comment>One other answer differs. Choose the better one.</comment>
        <translation>
            <numerusform>Eine weitere Antwort unterscheidet sich. Wähle die bessere.</numerusform>
            <numerusform>{n} weitere Antworten unterscheiden sich. Wähle die besseren.</numerusform>
        </translation>
    </message>
    <message>
        <source>That is enough to be certain.</source>
        <translation>Das reicht, um sicher zu sein.</translation>
    </message>
    <message>
        <source>These are too few choices to tell: make a few more.</source>
        <translation>Das sind zu wenige, um etwas zu sagen: wähle noch bei einigen.</translation>
    </message>
    <message>
        <source>They go both ways: more choices would tell.</source>
        <translation>Es geht hin und her: mehr Fragen würden es zeigen.</translation>
    </message>
    <message>
        <source>Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where they are like yours.</source>
        <translation>Alles andere: leicht verändert. Nach anderem gefragt, antwortet es fast wie bisher, außer wo die Fragen deinen ähneln.</translation>
    </message>
    <message>
        <source>No check says which answers are right, so read some answers at the strength that you choose.</source>
        <translation>Keine Prüfung sagt, welche Antworten richtig sind: Lies einige Antworten bei der Stärke, die du wählst.</translation>
    </message>
    <message>
        <source>Below 1 it has fewer of your questions right: leave it at 1.</source>
        <translation>Unter 1 hat es weniger deiner Fragen richtig: Lass es bei 1.</translation>
    </message>
    <message>
        <source>{strength} is the least that keeps as many of your questions right as 1 does.</source>
        <translation>{strength} ist die geringste, bei der so viele deiner Fragen richtig sind wie bei 1.</translation>
    </message>
    <message>
        <source>“Is it better?” measures it on other questions.</source>
        <translation>„Ist es besser?“ misst es an anderen Fragen.</translation>
    </message>
    <message>
        <source>after training</source>
        <translation>nach dem Training</translation>
    </message>
    <message>
        <source>Compared with {name}: {said}</source>
        <translation>Verglichen mit {name}: {said}</translation>
    </message>
    <message>
        <source>that is certain.</source>
        <translation>das ist sicher.</translation>
    </message>
    <message>
        <source>that is likely, and not yet certain: more questions would tell.</source>
        <translation>das ist wahrscheinlich, aber noch nicht sicher: mehr Fragen würden es zeigen.</translation>
    </message>
    <message>
        <source>they have the same questions right.</source>
        <translation>sie haben dieselben Fragen richtig.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, too few to tell which is better.</source>
        <translation>sie unterscheiden sich in {n} davon, zu wenige, um zu sagen, welches besser ist.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, but both ways, which does not tell which is better.</source>
        <translation>sie unterscheiden sich in {n} davon, aber in beide Richtungen; das sagt nicht, welches besser ist.</translation>
    </message>
    <message>
        <source>Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the names hidden. 20 general questions then show what else the training has changed. It takes a few minutes.</source>
        <translation>Beide Modelle bekommen dieselben Fragen. Wo nichts die Antworten prüfen kann, wählst du die besseren, ohne Namen. 20 allgemeine Fragen zeigen danach, was das Training sonst geändert hat. Das dauert einige Minuten.</translation>
    </message>
    <message>
        <source>There are none: it was trained on every row.</source>
        <translation>Es gibt keine: es wurde mit jeder Zeile trainiert.</translation>
    </message>
    <message>
        <source>They show that it learnt them, not that it can answer others: for that, choose a file of other questions.</source>
        <translation>Sie zeigen, dass es sie gelernt hat, nicht, dass es andere beantworten kann: dafür wähle eine Datei mit anderen Fragen.</translation>
    </message>
    <message>
        <source>Choose a run on the Runs page, or train one.</source>
        <translation>Wähle einen Lauf auf der Seite Läufe, oder trainiere einen.</translation>
    </message>
    <message>
        <source>Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)</source>
        <translation>Fragen und Antworten (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Luthier decides by the expected answers</source>
        <translation>Luthier entscheidet nach den erwarteten Antworten</translation>
    </message>
    <message>
        <source>the expected label, and nothing else</source>
        <translation>das erwartete Etikett und nichts weiter</translation>
    </message>
    <message>
        <source>JSON with the expected fields</source>
        <translation>JSON mit den erwarteten Feldern</translation>
    </message>
    <message>
        <source>the expected number</source>
        <translation>die erwartete Zahl</translation>
    </message>
    <message>
        <source>a call of the expected tool</source>
        <translation>ein Aufruf des erwarteten Werkzeugs</translation>
    </message>
    <message>
        <source>a list of the expected items</source>
        <translation>eine Liste der erwarteten Einträge</translation>
    </message>
    <message>
        <source>it contains the expected words</source>
        <translation>es enthält die erwarteten Wörter</translation>
    </message>
    <message>
        <source>it contains whole words…</source>
        <translation>es enthält ganze Wörter…</translation>
    </message>
    <message>
        <source>I choose the better one, with the names hidden</source>
        <translation>Ich wähle die bessere, ohne Namen</translation>
    </message>
    <message>
        <source>Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between longer texts you choose the better one, with the names hidden.</source>
        <translation>Luthier sieht auf die erwarteten Antworten. Etiketten, Zahlen, JSON, Listen und wenige Wörter müssen gleich sein. Zwischen längeren Texten wählst du die besseren, ohne Namen.</translation>
    </message>
    <message>
        <source>Put | between several: ahoy | matey</source>
        <translation>Setze | zwischen mehrere: ahoi | matrose</translation>
    </message>
    <message>
        <source>Where it is wrong after training</source>
        <translation>Wo es nach dem Training falsch ist</translation>
    </message>
    <message>
        <source>Answers that came to no end: {told}.</source>
        <translation>Antworten ohne Ende: {told}.</translation>
    </message>
    <message>
        <source>the expected text, word for word</source>
        <translation>der erwartete Text, Wort für Wort</translation>
    </message>
    <message>
        <source>it contains a text…</source>
        <translation>sie enthält einen Text…</translation>
    </message>
    <message>
        <source>it does not contain a text…</source>
        <translation>sie enthält einen Text nicht…</translation>
    </message>
    <message>
        <source>it matches a pattern…</source>
        <translation>sie passt zu einem Muster…</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich gut</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>Alle Fragen</translation>
    </message>
    <message>
        <source>Where only one of them is right</source>
        <translation>Wo nur eines richtig liegt</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>nicht gewählt</translation>
    </message>
    <message>
        <source>Against {name}: {verdict}</source>
        <translation>Gegen {name}: {verdict}</translation>
    </message>
    <message>
        <source>Rows left out: {told}.</source>
        <translation>Ausgelassene Zeilen: {told}.</translation>
    </message>
    <message>
        <source>Which answer is better?</source>
        <translation>Welche Antwort ist besser?</translation>
    </message>
    <message>
        <source>&amp;Undo the last choice</source>
        <translation>Letzte Wahl &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>S&amp;how the results so far</source>
        <translation>Bisherige &amp;Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>&amp;1  The left one</source>
        <translation>&amp;1  Die linke</translation>
    </message>
    <message>
        <source>&amp;2  The right one</source>
        <translation>&amp;2  Die rechte</translation>
    </message>
    <message>
        <source>&amp;0  Equal, or both wrong</source>
        <translation>&amp;0  Gleich oder beide falsch</translation>
    </message>
    <message>
        <source>Question {n} of {of}</source>
        <translation>Frage {n} von {of}</translation>
    </message>
    <message>
        <source>Your answer: {answer}</source>
        <translation>Deine Antwort: {answer}</translation>
    </message>
    <message>
        <source>(no answer)</source>
        <translation>(keine Antwort)</translation>
    </message>
    <message>
        <source>Left answer</source>
        <translation>Linke Antwort</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>Rechte Antwort</translation>
    </message>
    <message>
        <source>The curve begins with the first step.</source>
        <translation>Die Kurve beginnt mit dem ersten Schritt.</translation>
    </message>
    <message>
        <source>Your last runs</source>
        <translation>Deine letzten Läufe</translation>
    </message>
    <message>
        <source>{step} of {steps} steps</source>
        <translation>{step} von {steps} Schritten</translation>
    </message>
    <message>
        <source>Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it better?”.</source>
        <translation>Ihr Loss wird verschieden berechnet und sagt nicht, welches besser ist. Stelle ihnen unter „Ist es besser?“ dieselben Fragen.</translation>
    </message>
    <message>
        <source>They were tested on different rows, so their losses cannot be compared.</source>
        <translation>Sie wurden an verschiedenen Zeilen geprüft, darum sind ihre Verluste nicht vergleichbar.</translation>
    </message>
    <message>
        <source>{title} is ahead.</source>
        <translation>{title} liegt vorn.</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.</source>
        <translation>{title} liegt vorn: {best} richtig gegen {second}, von {answers} Zeilen, auf denen keines trainiert wurde.</translation>
    </message>
    <message>
        <source>Not all of them were tested on unseen rows, so which is better is not known.</source>
        <translation>Nicht alle wurden an ungesehenen Zeilen geprüft, darum ist nicht bekannt, welcher besser ist.</translation>
    </message>
    <message>
        <source>They are about as good: {best} and {second} on unseen rows (lower is better).</source>
        <translation>Sie sind etwa gleich gut: {best} und {second} auf ungesehenen Zeilen (niedriger ist besser).</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} against {second} on unseen rows (lower is better).</source>
        <translation>{title} liegt vorn: {best} gegen {second} auf ungesehenen Zeilen (niedriger ist besser).</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Ausblenden</translation>
    </message>
    <message>
        <source>What is meant by “{title}”?</source>
        <translation>Was bedeutet „{title}“?</translation>
    </message>
    <message>
        <source>What is this? (Shift+F1)</source>
        <translation>Was ist das? (Umschalt+F1)</translation>
    </message>
    <message>
        <source>More in the &amp;guide</source>
        <translation>Mehr in der A&amp;nleitung</translation>
    </message>
    <message>
        <source>Learn from it</source>
        <translation>Daraus lernen</translation>
    </message>
    <message>
        <source>Train on right and wrong ans&amp;wers</source>
        <translation>Mit richtigen und falschen Ant&amp;worten trainieren</translation>
    </message>
    <message>
        <source>Then these questions are no longer a test: ask others afterwards.</source>
        <translation>Danach sind diese Fragen kein Test mehr: Stelle später andere.</translation>
    </message>
    <message>
        <source>Train on your &amp;choices</source>
        <translation>Mit deinen Entscheidungen &amp;trainieren</translation>
    </message>
    <message>
        <source>With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.</source>
        <translation>Auch mit dem, was du im Chat gewählt hast. Danach sind diese Fragen kein Test mehr: Stelle später andere.</translation>
    </message>
    <message numerus="yes">
        <source>{number} questions have a right and a wrong answer.</source>
        <comment>1 question has a right and a wrong answer.</comment>
        <translation>
            <numerusform>1 Frage hat eine richtige und eine falsche Antwort.</numerusform>
            <numerusform>{number} Fragen haben eine richtige und eine falsche Antwort.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You prefer an answer in {number} questions.</source>
        <comment>You prefer an answer in 1 question.</comment>
        <translation>
            <numerusform>Bei 1 Frage ziehst du eine Antwort vor.</numerusform>
            <numerusform>Bei {number} Fragen ziehst du eine Antwort vor.</numerusform>
        </translation>
    </message>
    <message>
        <source>Votes of Luthier&apos;s Chat</source>
        <translation>Stimmen aus Luthiers Chat</translation>
    </message>
    <message>
        <source>Better and worse answers</source>
        <translation>Bessere und schlechtere Antworten</translation>
    </message>
    <message>
        <source>Several answers with scores</source>
        <translation>Mehrere Antworten mit Punkten</translation>
    </message>
    <message>
        <source>Several answers with ranks</source>
        <translation>Mehrere Antworten mit Rang</translation>
    </message>
    <message>
        <source>Two answers, and which is better</source>
        <translation>Zwei Antworten, und welche besser ist</translation>
    </message>
    <message>
        <source>Chats with a worse last answer</source>
        <translation>Gespräche mit einer schlechteren letzten Antwort</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Auswahlfragen</translation>
    </message>
    <message>
        <source>Multiple choice, a column for each</source>
        <translation>Auswahlfragen, eine Spalte je Antwort</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Conversations (ShareGPT)</source>
        <translation>Gespräche (ShareGPT)</translation>
    </message>
    <message>
        <source>Questions and answers (Alpaca)</source>
        <translation>Fragen und Antworten (Alpaca)</translation>
    </message>
    <message>
        <source>Prompts and answers</source>
        <translation>Vorgaben und Antworten</translation>
    </message>
    <message>
        <source>ChatGPT&apos;s data export</source>
        <translation>Datenexport von ChatGPT</translation>
    </message>
    <message>
        <source>Gemini&apos;s tuning data (contents)</source>
        <translation>Trainingsdaten von Gemini (contents)</translation>
    </message>
    <message>
        <source>Claude&apos;s data export</source>
        <translation>Datenexport von Claude</translation>
    </message>
    <message>
        <source>Texts, one a row</source>
        <translation>Texte, einer je Zeile</translation>
    </message>
    <message>
        <source>Chats written as text</source>
        <translation>Gespräche als Text</translation>
    </message>
    <message>
        <source>Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.</source>
        <translation>Gib einen GGUF-Adapter, einen Ordner von PEFT oder mlx-lm, oder einen Lauf.</translation>
    </message>
    <message>
        <source>Choose the model that it was made for.</source>
        <translation>Wähle das Modell, für das er gemacht wurde.</translation>
    </message>
    <message>
        <source>Merge it into the model where it was trained, and import that.</source>
        <translation>Verschmilz ihn dort mit dem Modell, wo er trainiert wurde, und importiere das.</translation>
    </message>
    <message>
        <source>Get it as safetensors.</source>
        <translation>Besorge es als safetensors.</translation>
    </message>
    <message>
        <source>Export it as GGUF, or merged into the model: both keep it whole.</source>
        <translation>Exportiere ihn als GGUF oder ins Modell verschmolzen: Beides erhält ihn ganz.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Lade es noch einmal herunter.</translation>
    </message>
    <message>
        <source>Get it as safetensors or GGUF.</source>
        <translation>Besorge es als safetensors oder GGUF.</translation>
    </message>
    <message>
        <source>Write auto, cpu, metal, or a card such as vulkan:0.</source>
        <translation>Schreib auto, cpu, metal oder eine Karte wie vulkan:0.</translation>
    </message>
    <message>
        <source>Install Luthier again.</source>
        <translation>Installiere Luthier neu.</translation>
    </message>
    <message>
        <source>Change the permissions, or choose a folder of your own.</source>
        <translation>Ändere die Rechte, oder wähle einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>Choose a folder on another disk.</source>
        <translation>Wähle einen Ordner auf einem anderen Laufwerk.</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>Wähle einen anderen Namen, oder sag, dass es ersetzt werden darf.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Wähle einen neuen Ordner.</translation>
    </message>
    <message>
        <source>This is a bug: please report it.</source>
        <translation>Das ist ein Fehler in Luthier: Bitte melde ihn.</translation>
    </message>
    <message>
        <source>An address with a password belongs in the system&apos;s network settings.</source>
        <translation>Eine Adresse mit Passwort gehört in die Netzwerkeinstellungen des Systems.</translation>
    </message>
    <message>
        <source>End the other program, or choose another.</source>
        <translation>Beende das andere Programm, oder wähle einen anderen.</translation>
    </message>
    <message>
        <source>Add it, and accept its key.</source>
        <translation>Füge ihn hinzu, und nimm seinen Schlüssel an.</translation>
    </message>
    <message>
        <source>Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.</source>
        <translation>Installiere Luthier dort: Entpacke den Download nach ~/luthier, oder `python3 -m pip install luthier`.</translation>
    </message>
    <message>
        <source>If it is elsewhere, say where.</source>
        <translation>Liegt es woanders, gib an, wo.</translation>
    </message>
    <message>
        <source>Choose a larger type.</source>
        <translation>Wähle eine größere Art.</translation>
    </message>
    <message>
        <source>Choose the model again.</source>
        <translation>Wähle das Modell neu.</translation>
    </message>
    <message>
        <source>Make room, or choose another disk.</source>
        <translation>Mach Platz, oder wähle ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>Turn the file into CSV or JSON lines.</source>
        <translation>Wandle die Datei in CSV oder JSON Lines um.</translation>
    </message>
    <message>
        <source>Choose another one, by its name or its number.</source>
        <translation>Wähle ein anderes, nach Namen oder Nummer.</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or name its encoding.</source>
        <translation>Speichere die Datei als UTF-8-Text, oder gib ihre Kodierung an.</translation>
    </message>
    <message>
        <source>Where that is what you want:</source>
        <translation>Wenn du das so willst:</translation>
    </message>
    <message>
        <source>Choose the file&apos;s encoding, or save it again.</source>
        <translation>Wähle die Kodierung der Datei, oder speichere sie neu.</translation>
    </message>
    <message>
        <source>Check that the column of answers is the right one.</source>
        <translation>Prüf, ob die Spalte der Antworten die richtige ist.</translation>
    </message>
    <message>
        <source>For that, rows need two answers or a label. Choose another goal.</source>
        <translation>Dafür brauchen Zeilen zwei Antworten oder eine Bewertung. Wähle ein anderes Ziel.</translation>
    </message>
    <message>
        <source>Where letters look wrong, choose another encoding.</source>
        <translation>Wo Buchstaben falsch aussehen, wähle eine andere Kodierung.</translation>
    </message>
    <message>
        <source>It can be learnt as running text.</source>
        <translation>Sie kann als Fließtext gelernt werden.</translation>
    </message>
    <message>
        <source>More would take long and tell little more.</source>
        <translation>Mehr würde lange dauern und wenig mehr sagen.</translation>
    </message>
    <message>
        <source>If it is wrong, correct it.</source>
        <translation>Wenn das nicht stimmt, berichtige es.</translation>
    </message>
    <message>
        <source>Labels that are words are learnt best.</source>
        <translation>Bezeichnungen, die Wörter sind, werden am besten gelernt.</translation>
    </message>
    <message>
        <source>The goal “As I like it” learns from both, which of them is better.</source>
        <translation>Das Ziel „So, wie ich es mag“ lernt aus beiden, welche davon besser ist.</translation>
    </message>
    <message>
        <source>They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).</source>
        <translation>Sie werden trainiert, wie sie dastehen, ohne Gedanken (Qwen3) oder eine Systemvorgabe davor (Mistral).</translation>
    </message>
    <message>
        <source>Other programs may show them.</source>
        <translation>Andere Programme zeigen sie vielleicht an.</translation>
    </message>
    <message>
        <source>To learn each, give one exchange a row.</source>
        <translation>Um jede zu lernen, gib einen Austausch je Zeile.</translation>
    </message>
    <message>
        <source>To learn which label a text has, read it as questions and answers.</source>
        <translation>Um zu lernen, welche Bezeichnung ein Text hat, lies sie als Fragen und Antworten.</translation>
    </message>
    <message>
        <source>Give more good answers.</source>
        <translation>Gib mehr gute Antworten.</translation>
    </message>
    <message>
        <source>Nothing is learnt from these.</source>
        <translation>Daraus wird nichts gelernt.</translation>
    </message>
    <message>
        <source>Where that is not meant, take pairs of similar length.</source>
        <translation>Wo das nicht gewollt ist, nimm Paare von ähnlicher Länge.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Schließe andere Programme, die sie benutzen.</translation>
    </message>
    <message>
        <source>Look for a newer driver.</source>
        <translation>Sieh nach einem neueren Treiber.</translation>
    </message>
    <message>
        <source>A newer driver may help.</source>
        <translation>Ein neuerer Treiber könnte helfen.</translation>
    </message>
    <message>
        <source>Export it as a whole model instead.</source>
        <translation>Exportiere es stattdessen als ganzes Modell.</translation>
    </message>
    <message>
        <source>Choose the run that the folder was made of.</source>
        <translation>Wähle den Lauf, aus dem der Ordner gemacht wurde.</translation>
    </message>
    <message>
        <source>Bring the whole folder home.</source>
        <translation>Hol den ganzen Ordner zurück.</translation>
    </message>
    <message>
        <source>Put the original data back.</source>
        <translation>Leg die ursprünglichen Daten zurück.</translation>
    </message>
    <message>
        <source>Train it here, or do without the others.</source>
        <translation>Trainiere es hier, oder verzichte auf die anderen.</translation>
    </message>
    <message>
        <source>Choose another type for the file.</source>
        <translation>Wähle eine andere Art für die Datei.</translation>
    </message>
    <message>
        <source>Start Ollama again, and try once more: nothing is sent twice.</source>
        <translation>Starte Ollama neu und versuch es noch einmal: Nichts wird zweimal gesendet.</translation>
    </message>
    <message>
        <source>End that program, and start Ollama&apos;s own app.</source>
        <translation>Beende dieses Programm, und starte Ollamas eigene App.</translation>
    </message>
    <message>
        <source>Close other programs, or export it with a smaller type.</source>
        <translation>Schließe andere Programme, oder exportiere es mit einem kleineren Typ.</translation>
    </message>
    <message>
        <source>Up to 80 letters, digits, dots and dashes will do.</source>
        <translation>Bis zu 80 Buchstaben, Ziffern, Punkte und Striche sind möglich.</translation>
    </message>
    <message>
        <source>Start Ollama&apos;s app, then try again.</source>
        <translation>Starte Ollamas App, dann versuch es noch einmal.</translation>
    </message>
    <message>
        <source>Export the run for Ollama again.</source>
        <translation>Exportiere den Lauf noch einmal für Ollama.</translation>
    </message>
    <message>
        <source>Export the run first; that can be uploaded.</source>
        <translation>Exportiere erst den Lauf; das lässt sich hochladen.</translation>
    </message>
    <message>
        <source>Put the original file back; the run then continues from its last checkpoint.</source>
        <translation>Leg die ursprüngliche Datei zurück; der Lauf geht dann vom letzten Speichern weiter.</translation>
    </message>
    <message>
        <source>Choose its model, and give it beside that.</source>
        <translation>Wähle sein Modell, und gib ihn dazu an.</translation>
    </message>
    <message>
        <source>Unlock or install one, such as GNOME Keyring or KWallet.</source>
        <translation>Entsperre einen, oder installiere einen, etwa GNOME Keyring oder KWallet.</translation>
    </message>
    <message>
        <source>A network with a login page may be the cause.</source>
        <translation>Ein Netz mit Anmeldeseite könnte die Ursache sein.</translation>
    </message>
    <message>
        <source>Check the connection, the proxy and the address of the hub.</source>
        <translation>Prüf die Verbindung, den Proxy und die Adresse des Hubs.</translation>
    </message>
    <message>
        <source>Check the spelling. A private model needs an access token.</source>
        <translation>Prüf die Schreibweise. Ein privates Modell braucht ein Zugangstoken.</translation>
    </message>
    <message>
        <source>Make room, choose a smaller file, or another disk.</source>
        <translation>Mach Platz, wähle eine kleinere Datei oder ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>It has none at all.</source>
        <translation>Es hat gar keine.</translation>
    </message>
    <message>
        <source>Its models belong to another user, or lie elsewhere.</source>
        <translation>Seine Modelle gehören einem anderen Benutzer oder liegen anderswo.</translation>
    </message>
    <message>
        <source>Delete it, or choose another folder for models.</source>
        <translation>Lösche es, oder wähle einen anderen Ordner für Modelle.</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder for models.</source>
        <translation>Verschiebe sie, oder wähle einen anderen Ordner für Modelle.</translation>
    </message>
    <message>
        <source>Make one with the role “write” in the settings of your account on the hub.</source>
        <translation>Erstelle eines mit der Rolle „write“ in den Einstellungen deines Kontos beim Hub.</translation>
    </message>
    <message>
        <source>Export it again with a smaller type.</source>
        <translation>Exportiere es noch einmal mit einer kleineren Art.</translation>
    </message>
    <message>
        <source>Rows that are kept aside for the test are used for nothing else.</source>
        <translation>Zeilen, die für den Test zurückgelegt sind, werden für nichts anderes verwendet.</translation>
    </message>
    <message>
        <source>Give questions, or ask some of the training.</source>
        <translation>Gib Fragen, oder stelle einige aus dem Training.</translation>
    </message>
    <message>
        <source>A newer driver may help: the card is tested again by itself then.</source>
        <translation>Ein neuerer Treiber könnte helfen: Die Karte wird dann von selbst noch einmal geprüft.</translation>
    </message>
    <message>
        <source>In Ollama&apos;s app turn thinking off for this model.</source>
        <translation>Schalte in der App von Ollama das Nachdenken für dieses Modell aus.</translation>
    </message>
    <message>
        <source>F16 rounds least.</source>
        <translation>F16 rundet am wenigsten.</translation>
    </message>
    <message>
        <source>Where the folder is used, give the name of the original checkpoint.</source>
        <translation>Wo der Ordner benutzt wird, gib den Namen des ursprünglichen Checkpoints an.</translation>
    </message>
    <message>
        <source>Train it here, or on another computer.</source>
        <translation>Trainiere es hier oder auf einem anderen Computer.</translation>
    </message>
    <message>
        <source>Choose a type for the weights, or leave the samples out.</source>
        <translation>Wähle eine Art für die Gewichte, oder lass die Proben weg.</translation>
    </message>
    <message>
        <source>Turn thinking off for it in Ollama, or use LM Studio.</source>
        <translation>Schalte dafür in Ollama das Nachdenken aus, oder verwende LM Studio.</translation>
    </message>
    <message>
        <source>Luthier itself can pass it to Ollama as it is.</source>
        <translation>Luthier selbst gibt es Ollama, wie es ist.</translation>
    </message>
    <message>
        <source>Choose one by its step.</source>
        <translation>Wähle einen nach seinem Schritt.</translation>
    </message>
    <message>
        <source>Older ones are deleted as training goes on.</source>
        <translation>Ältere werden gelöscht, während das Training weitergeht.</translation>
    </message>
    <message>
        <source>Begin with the model itself to choose it freely.</source>
        <translation>Beginne mit dem Modell selbst, um sie frei zu wählen.</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>Wähle einen anderen Chat.</translation>
    </message>
    <message>
        <source>Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and answers, to be asked in other words.</source>
        <translation>Gib Texte oder Dokumente: .txt, .md, .pdf, .docx, .epub, .html oder einen Ordner davon; oder Fragen und Antworten, die mit anderen Worten gestellt werden sollen.</translation>
    </message>
    <message>
        <source>Take a model of 3 billion parameters or more.</source>
        <translation>Nimm ein Modell ab 3 Milliarden Parametern.</translation>
    </message>
    <message>
        <source>The run has its checkpoint and can be resumed.</source>
        <translation>Der Lauf hat seinen Checkpoint und kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>They learn no more by it, and it takes time and memory.</source>
        <translation>Sie lernen dadurch nicht mehr, und es kostet Zeit und Speicher.</translation>
    </message>
    <message>
        <source>A smaller context makes more rows.</source>
        <translation>Ein kleinerer Kontext ergibt mehr Zeilen.</translation>
    </message>
    <message>
        <source>Begin a new run that starts from what this one has learnt.</source>
        <translation>Beginne einen neuen Lauf, der von dem ausgeht, was dieser gelernt hat.</translation>
    </message>
    <message>
        <source>Choose a model with a longer context.</source>
        <translation>Wähle ein Modell mit längerem Kontext.</translation>
    </message>
    <message>
        <source>Say which of them is you.</source>
        <translation>Sag, wer davon du bist.</translation>
    </message>
    <message>
        <source>Move that file away, and make the rows again.</source>
        <translation>Verschieb diese Datei, und mach die Zeilen neu.</translation>
    </message>
    <message>
        <source>Take them out first.</source>
        <translation>Nimm sie erst heraus.</translation>
    </message>
    <message>
        <source>Choose a folder that Luthier made for a training.</source>
        <translation>Wähle einen Ordner, den Luthier für ein Training gemacht hat.</translation>
    </message>
    <message>
        <source>Resume the run, even a finished one: it is written again.</source>
        <translation>Setze den Lauf fort, auch einen fertigen: Dann wird es neu geschrieben.</translation>
    </message>
    <message>
        <source>Choose another name, or resume the existing run.</source>
        <translation>Wähle einen anderen Namen, oder setz den Lauf fort, der da ist.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>Schließ andere Programme, oder wähle ein kleineres Modell oder einen kürzeren Kontext.</translation>
    </message>
    <message>
        <source>Nothing was done, and the next line is read.</source>
        <translation>Nichts wurde getan, und die nächste Zeile wird gelesen.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens je Sekunde</translation>
    </message>
    <message>
        <source>planned {plan}</source>
        <translation>geplant {plan}</translation>
    </message>
    <message>
        <source>at most {peak}</source>
        <translation>höchstens {peak}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>{left} frei</translation>
    </message>
    <message>
        <source>graphics card {used} of {total}</source>
        <translation>Grafikkarte {used} von {total}</translation>
    </message>
    <message>
        <source>mean of the run</source>
        <translation>Mittel des Laufs</translation>
    </message>
    <message>
        <source>processor {busy}</source>
        <translation>Prozessor {busy}</translation>
    </message>
    <message>
        <source>mean {mean}</source>
        <translation>im Mittel {mean}</translation>
    </message>
    <message>
        <source>Slower than before: {now} tokens/s instead of {usual}.</source>
        <translation>Langsamer als zuvor: {now} Tokens/s statt {usual}.</translation>
    </message>
    <message>
        <source>The computer has {left} of memory left. Close other programs.</source>
        <translation>Der Rechner hat noch {left} Arbeitsspeicher frei. Schließe andere Programme.</translation>
    </message>
    <message>
        <source>Training takes more than the {plan} that were planned. The computer has {left} left.</source>
        <translation>Das Training braucht mehr als die geplanten {plan}. Der Rechner hat noch {left} frei.</translation>
    </message>
    <message>
        <source>Nothing that Luthier can measure explains it.</source>
        <translation>Nichts, was Luthier messen kann, erklärt es.</translation>
    </message>
    <message>
        <source>The memory is nearly full, and the system moves some of it to the disk.</source>
        <translation>Der Arbeitsspeicher ist fast voll, und das System lagert einen Teil auf die Platte aus.</translation>
    </message>
    <message>
        <source>Other programs take {taken} of the processor.</source>
        <translation>Andere Programme nehmen {taken} des Prozessors.</translation>
    </message>
    <message>
        <source>The processor is at {celsius} °C, and slows down to cool.</source>
        <translation>Der Prozessor hat {celsius} °C und wird langsamer, um abzukühlen.</translation>
    </message>
    <message>
        <source>The computer runs on its battery, and saves power.</source>
        <translation>Der Rechner läuft mit Akku und spart Strom.</translation>
    </message>
</context>
</TS>
