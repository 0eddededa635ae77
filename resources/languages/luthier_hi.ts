<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="hi" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Edit</source>
        <translation>बदलें</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>फिर से</translation>
    </message>
    <message>
        <source>Write this answer again</source>
        <translation>यह उत्तर फिर लिखें</translation>
    </message>
    <message>
        <source>Add to data</source>
        <translation>डेटा में जोड़ें</translation>
    </message>
    <message>
        <source>Save this question and answer as an example to learn from</source>
        <translation>यह सवाल और उत्तर सीखने के उदाहरण के रूप में सहेजें</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>आगे</translation>
    </message>
    <message>
        <source>It was cut off: let it go on</source>
        <translation>वह बीच में कट गया: आगे बढ़ने दें</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>कम दिखाएँ</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>पूरा दिखाएँ</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>उत्तर</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>पूरा हुआ</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>विचार</translation>
    </message>
    <message>
        <source>Calls {name}</source>
        <translation>{name} बुलाता है</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>टूल बुलाता है</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>तैयार।</translation>
    </message>
    <message>
        <source>Reading {done} of {total} tokens…</source>
        <translation>{total} में से {done} टोकन पढ़े जा रहे हैं…</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>शुरू हो रहा है…</translation>
    </message>
    <message>
        <source>The vote could not be written down</source>
        <translation>मत लिखा नहीं जा सका</translation>
    </message>
    <message>
        <source>The example could not be kept</source>
        <translation>उदाहरण रखा नहीं जा सका</translation>
    </message>
    <message>
        <source>Both answers are the same, so there is nothing to choose.</source>
        <translation>दोनों जवाब एक जैसे हैं, इसलिए चुनने को कुछ नहीं है।</translation>
    </message>
    <message>
        <source>You: {question}</source>
        <translation>आप: {question}</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>प्रश्न</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>यह पूछें</translation>
    </message>
    <message>
        <source>It was not trained on these, so it cannot know facts that only they contain:</source>
        <translation>इन पर इसका प्रशिक्षण नहीं हुआ, इसलिए जो तथ्य सिर्फ़ इन्हीं में हैं, उन्हें यह नहीं जान सकता:</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl)</source>
        <translation>बातचीत (*.jsonl)</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>दूसरी फ़ाइल…</translation>
    </message>
    <message>
        <source>Train on the&amp;se</source>
        <translation>इन पर प्रशिक्षित करें</translation>
    </message>
    <message>
        <source>Replaced your earlier answer. {examples} in {name}.</source>
        <translation>आपका पहले का उत्तर बदल दिया गया। {name} में {examples}।</translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}: this one, and the rows of {data}.</source>
        <translation>रखा गया। {name} में {examples}: यह, और {data} की पंक्तियाँ।</translation>
    </message>
    <message>
        <source>Keep examples in</source>
        <translation>उदाहरण इसमें रखें</translation>
    </message>
    <message>
        <source>Examples are kept in {name}.</source>
        <translation>उदाहरण {name} में रखे जाते हैं।</translation>
    </message>
    <message numerus="yes">
        <source>{number} examples are</source>
        <comment>1 example is</comment>
        <translation>
            <numerusform>{number} उदाहरण</numerusform>
            <numerusform>{number} उदाहरण</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}.</source>
        <translation>रखा गया। {name} में {examples}।</translation>
    </message>
    <message>
        <source>That one is in {name} already; {examples} there.</source>
        <translation>वह {name} में पहले से है; वहाँ {examples}।</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>कोड कॉपी करें</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>कोड</translation>
    </message>
    <message>
        <source>How ad&amp;venturous</source>
        <translation>कितना साहसी</translation>
    </message>
    <message>
        <source>Avoid repeating</source>
        <translation>दोहराव से बचना</translation>
    </message>
    <message>
        <source>1: off. 1.1 helps small models that repeat themselves.</source>
        <translation>1: बिल्कुल नहीं। 1.1 गोल-गोल घूमते छोटे मॉडलों की मदद करता है।</translation>
    </message>
    <message>
        <source>Instructions for the model</source>
        <translation>मॉडल को पहले क्या बताया जाए</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>अडैप्टर की ताक़त</translation>
    </message>
    <message>
        <source>0: always the likeliest word. 1: as varied as the model learnt.</source>
        <translation>0: हमेशा सबसे संभावित शब्द। 1: उतनी विविधता जितनी मॉडल ने सीखी।</translation>
    </message>
    <message>
        <source>Most likely words</source>
        <translation>सबसे संभावित शब्द</translation>
    </message>
    <message>
        <source>The likeliest words that together have this chance. 1: all.</source>
        <translation>सबसे संभावित शब्द, जिनकी कुल संभावना इतनी हो। 1: सभी।</translation>
    </message>
    <message>
        <source>Leave out unlikely words</source>
        <translation>कम संभावित शब्द छोड़ें</translation>
    </message>
    <message>
        <source>Those below this part of the likeliest word&apos;s chance.</source>
        <translation>वे शब्द जिनकी संभावना सबसे संभावित शब्द के इस हिस्से से कम हो।</translation>
    </message>
    <message>
        <source>For example: Be brief.</source>
        <translation>उदाहरण: संक्षेप में उत्तर दो।</translation>
    </message>
    <message>
        <source>Among how many words</source>
        <translation>कितने शब्दों में से</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>सबसे लंबा उत्तर</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> टोकन</translation>
    </message>
    <message>
        <source>Room for the conversation</source>
        <translation>बातचीत की जगह</translation>
    </message>
    <message>
        <source>as it needs</source>
        <translation>जितना चाहिए</translation>
    </message>
    <message>
        <source>Continue my text</source>
        <translation>मेरा पाठ आगे लिखें</translation>
    </message>
    <message>
        <source>It continues your text instead of answering, as a model that learnt a book does.</source>
        <translation>यह उत्तर देने के बजाय आपका पाठ आगे लिखता है, जैसे किताब से सीखा हुआ मॉडल करता है।</translation>
    </message>
    <message>
        <source>It thinks before it answers: slower, but better at working things out.</source>
        <translation>यह उत्तर देने से पहले सोचता है: धीमा, पर हल निकालने में बेहतर।</translation>
    </message>
    <message>
        <source>The same answer every time</source>
        <translation>हर बार वही उत्तर</translation>
    </message>
    <message>
        <source>&amp;Hide the names until I choose</source>
        <translation>मेरे चुनने तक नाम छिपाएँ</translation>
    </message>
    <message>
        <source>Back to the usual</source>
        <translation>सामान्य पर वापस</translation>
    </message>
    <message>
        <source>How much of the training counts</source>
        <translation>प्रशिक्षण का कितना असर हो</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words.</source>
        <translation>सबसे संभावित शब्दों में से सिर्फ़ इतने।</translation>
    </message>
    <message>
        <source>More</source>
        <translation>और</translation>
    </message>
    <message>
        <source>Instructions (optional)</source>
        <translation>निर्देश (वैकल्पिक)</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>वह कैसे उत्तर देता है</translation>
    </message>
    <message>
        <source>Lon&amp;gest answer</source>
        <translation>सबसे लंबा उत्तर</translation>
    </message>
    <message>
        <source>Changing it loads the model again.</source>
        <translation>इसे बदलने पर मॉडल फिर लोड होता है।</translation>
    </message>
    <message>
        <source>Load it &amp;again</source>
        <translation>फिर लोड करें</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>आपका प्रश्न</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>कुछ पूछें</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Enter भेजता है, Shift+Enter नई पंक्ति शुरू करता है</translation>
    </message>
    <message>
        <source>Se&amp;nd</source>
        <translation>भेजें</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>रोकें</translation>
    </message>
    <message>
        <source>{title} can answer now</source>
        <translation>{title} अब उत्तर दे सकता है</translation>
    </message>
    <message>
        <source>Cop&amp;y all</source>
        <translation>सब कॉपी करें</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>खाली करें</translation>
    </message>
    <message>
        <source>Bring bac&amp;k</source>
        <translation>वापस लाएँ</translation>
    </message>
    <message>
        <source>O&amp;ptions</source>
        <translation>विकल्प</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>यह प्रशिक्षण खोला नहीं जा सकता</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet</source>
        <translation>अभी बात करने को कोई नहीं</translation>
    </message>
    <message>
        <source>&amp;Talk to it</source>
        <translation>इससे &amp;बात करें</translation>
    </message>
    <message>
        <source>Something else was chosen to talk to.</source>
        <translation>बात करने के लिए कुछ और चुना गया।</translation>
    </message>
    <message>
        <source>Begin a text</source>
        <translation>पाठ शुरू करें</translation>
    </message>
    <message>
        <source>The strengths could not be measured</source>
        <translation>ताक़तें मापी नहीं जा सकीं</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>बातचीत</translation>
    </message>
    <message>
        <source>Run or model</source>
        <translation>प्रशिक्षण या मॉडल</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>चेकपॉइंट</translation>
    </message>
    <message>
        <source>Which answers</source>
        <translation>कौन-से उत्तर</translation>
    </message>
    <message>
        <source>Train on yo&amp;ur votes</source>
        <translation>आपके मतों पर प्रशिक्षित करें</translation>
    </message>
    <message>
        <source>Before and after, side by side</source>
        <translation>पहले और बाद, साथ-साथ</translation>
    </message>
    <message>
        <source>Only after training</source>
        <translation>सिर्फ़ प्रशिक्षण के बाद</translation>
    </message>
    <message>
        <source>Only before training</source>
        <translation>सिर्फ़ प्रशिक्षण से पहले</translation>
    </message>
    <message>
        <source>Whose answers</source>
        <translation>किसके उत्तर</translation>
    </message>
    <message>
        <source>It learns which of two answers you like better. An answer that you edited counts as better than the model&apos;s own. To change how it answers other questions, it takes about a hundred of these.</source>
        <translation>यह सीखता है कि दो उत्तरों में से आपको कौन-सा ज़्यादा पसंद है। जिस उत्तर को आपने सुधारा, वह मॉडल के अपने उत्तर से बेहतर माना जाता है। दूसरे प्रश्नों के उत्तर भी बदलें, इसके लिए ऐसे लगभग सौ चाहिए।</translation>
    </message>
    <message>
        <source>Is it &amp;better?</source>
        <translation>क्या यह &amp;बेहतर है?</translation>
    </message>
    <message>
        <source>Ta&amp;ke it to Ollama</source>
        <translation>Ollama में ले जाएँ</translation>
    </message>
    <message>
        <source>Step {step} is no longer kept, so another checkpoint answers.</source>
        <translation>चरण {step} अब नहीं रखा है, इसलिए दूसरा चेकपॉइंट उत्तर देता है।</translation>
    </message>
    <message>
        <source>{name} is no longer where it was, so something else is chosen.</source>
        <translation>{name} अब अपनी जगह पर नहीं है, इसलिए कुछ और चुना गया है।</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>सबसे नया</translation>
    </message>
    <message>
        <source>trained from {name}</source>
        <translation>{name} से प्रशिक्षित</translation>
    </message>
    <message>
        <source>The sample model</source>
        <translation>नमूना मॉडल</translation>
    </message>
    <message>
        <source>The process that answers has ended.</source>
        <translation>उत्तर देने वाला प्रोसेस ख़त्म हो गया।</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>बातचीत</translation>
    </message>
    <message>
        <source>Show earlier</source>
        <translation>पहले के दिखाएँ</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>कॉपी करें</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>सब चुनें</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet. Train a model, or get one on the Model page.</source>
        <translation>अभी बात करने को कोई नहीं। मॉडल प्रशिक्षित करें, या मॉडल पेज पर एक लें।</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>मॉडल लोड हो रहा है…</translation>
    </message>
    <message>
        <source>Question replaced, and what followed is gone.</source>
        <translation>प्रश्न बदला गया, और उसके बाद का सब हट गया।</translation>
    </message>
    <message>
        <source>Answer replaced, and what followed is gone.</source>
        <translation>उत्तर बदला गया, और उसके बाद का सब हट गया।</translation>
    </message>
    <message>
        <source>The model is no longer there</source>
        <translation>मॉडल अब नहीं है</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>मॉडल लोड नहीं हो सका</translation>
    </message>
    <message>
        <source>It was trained with DoRA, which is merged into the model: it can only be on or off.</source>
        <translation>इसे DoRA से प्रशिक्षित किया गया, जो मॉडल में मिल जाता है: केवल चालू या बंद हो सकता है।</translation>
    </message>
    <message>
        <source>There is no adapter here, so there is nothing to weigh.</source>
        <translation>यहाँ अडैप्टर नहीं है, इसलिए कम-ज़्यादा करने को कुछ नहीं।</translation>
    </message>
    <message>
        <source>Measure some strengths</source>
        <translation>कुछ ताक़तें मापें</translation>
    </message>
    <message>
        <source>What each strength keeps</source>
        <translation>हर ताक़त क्या बनाए रखती है</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>ताक़त</translation>
    </message>
    <message>
        <source>0: as before training. 1: as trained. Far above 1 the answers fall apart.</source>
        <translation>0: जैसा प्रशिक्षण से पहले था। 1: जैसा प्रशिक्षित हुआ। 1 से बहुत ऊपर उत्तर बिखर जाते हैं।</translation>
    </message>
    <message>
        <source>Asks the questions that were kept for testing at several strengths, and measures what else has changed.</source>
        <translation>जाँच के लिए रखे प्रश्न कई ताक़तों पर पूछता है, और नापता है कि और क्या बदला।</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>आपके प्रश्न</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>बाकी सब</translation>
    </message>
    <message>
        <source>the conversation is too long for the model: your next question drops its beginning</source>
        <translation>बातचीत में और जगह नहीं: अगला सवाल शुरुआत छोड़ देता है</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>रोका गया</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} टोकन</translation>
    </message>
    <message>
        <source>{tok_s} tokens/s</source>
        <translation>{tok_s} टोकन/से</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>आपने बदला</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>सोच रहा है…</translation>
    </message>
    <message>
        <source>Thought for {thinking_s}</source>
        <translation>{thinking_s} सोचा</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>चरण {step}</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>लॉस {loss}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>सबसे अच्छा</translation>
    </message>
    <message>
        <source>Ask something, and see what the model says.

After a training you see two answers side by side: the model&apos;s after it, and before it.</source>
        <translation>कुछ पूछें और देखें कि मॉडल क्या कहता है।

प्रशिक्षण के बाद आपको दो उत्तर साथ-साथ दिखते हैं: मॉडल का बाद का, और पहले का।</translation>
    </message>
    <message>
        <source>Your first question loads the model.</source>
        <translation>आपके पहले प्रश्न पर मॉडल लोड होता है।</translation>
    </message>
    <message>
        <source>Unloaded after a while without questions. Your next question loads it again.</source>
        <translation>कुछ देर कोई प्रश्न नहीं आया, इसलिए मॉडल मेमोरी से हटा दिया गया। आपके अगले प्रश्न पर यह फिर लोड होगा।</translation>
    </message>
    <message>
        <source>A training needs the memory, so the model was unloaded. Your next question loads it again if there is room.</source>
        <translation>प्रशिक्षण को मेमोरी चाहिए थी, इसलिए मॉडल मेमोरी से हटा दिया गया। जगह हुई तो आपके अगले प्रश्न पर यह फिर लोड होगा।</translation>
    </message>
    <message>
        <source>It is still answering. Press Escape to stop it; what you typed stays.</source>
        <translation>यह अभी उत्तर दे रहा है। रोकने के लिए Escape दबाएँ; आपका लिखा हुआ बना रहेगा।</translation>
    </message>
    <message>
        <source>It continues the text that you begin, instead of answering.</source>
        <translation>यह उत्तर देने के बजाय आपका शुरू किया पाठ आगे लिखता है।</translation>
    </message>
    <message>
        <source>A training is running at the same time, so both are slower.</source>
        <translation>साथ में प्रशिक्षण भी चल रहा है, इसलिए दोनों धीमे हैं।</translation>
    </message>
    <message>
        <source>cut off: it reached the longest answer allowed</source>
        <translation>बीच में कटा: यह सबसे लंबे उत्तर की सीमा तक पहुँच गया</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>सबसे नया</translation>
    </message>
    <message numerus="yes">
        <source>You changed {number} answers.</source>
        <comment>You changed 1 answer.</comment>
        <translation>
            <numerusform>आपने 1 उत्तर बदला।</numerusform>
            <numerusform>आपने {number} उत्तर बदले।</numerusform>
        </translation>
    </message>
    <message>
        <source>Your votes: after training {tuned}, before {base}, equal {equal}.</source>
        <translation>आपके वोट: प्रशिक्षण के बाद {tuned}, पहले {base}, बराबर {equal}।</translation>
    </message>
    <message>
        <source>After is better</source>
        <translation>बाद वाला बेहतर</translation>
    </message>
    <message>
        <source>Before is better</source>
        <translation>पहले वाला बेहतर</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>बराबर</translation>
    </message>
    <message>
        <source>{name} is better</source>
        <translation>{name} बेहतर है</translation>
    </message>
    <message>
        <source>Th&amp;ink first</source>
        <translation>पहले सोचे</translation>
    </message>
    <message>
        <source>The row as text</source>
        <translation>पंक्ति, पाठ के रूप में</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>अस्वीकृत</translation>
    </message>
    <message>
        <source>{text}…

({more} more characters)</source>
        <translation>{text}…

({more} अक्षर और)</translation>
    </message>
    <message>
        <source>Sa&amp;ve a cleaned copy…</source>
        <translation>साफ़ की गई प्रति सहेजें…</translation>
    </message>
    <message>
        <source>Writes the rows that are used to a new file. Yours stays as it is.</source>
        <translation>इस्तेमाल होने वाली पंक्तियाँ नई फ़ाइल में लिखता है। आपकी फ़ाइल वैसी ही रहती है।</translation>
    </message>
    <message>
        <source>Try the sample conversations</source>
        <translation>नमूना बातचीत आज़माएँ</translation>
    </message>
    <message>
        <source>Try the sample text</source>
        <translation>नमूना टेक्स्ट आज़माएँ</translation>
    </message>
    <message>
        <source>Examples of what the model should say</source>
        <translation>मॉडल को क्या कहना चाहिए, इसके उदाहरण</translation>
    </message>
    <message>
        <source>Drop a file or a folder anywhere on this page, or choose one.</source>
        <translation>फ़ाइल या फ़ोल्डर इस पेज पर कहीं भी छोड़ें, या चुनें।</translation>
    </message>
    <message>
        <source>How much, and what for</source>
        <translation>कितना, और किसलिए</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>पंक्तियाँ</translation>
    </message>
    <message>
        <source>Notes and f&amp;igures</source>
        <translation>सूचनाएँ और आँकड़े</translation>
    </message>
    <message>
        <source>Not use&amp;d</source>
        <translation>उपयोग नहीं</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>फिर पढ़ें</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>डेटा का क्या देखें</translation>
    </message>
    <message>
        <source>&amp;Use this data</source>
        <translation>यह डेटा उपयोग करें</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>डेटा</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>{name} पढ़ा जा रहा है…</translation>
    </message>
    <message>
        <source>Add other wordings of the &amp;questions…</source>
        <translation>प्रश्नों के और रूप जोड़ें…</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>कुछ गलत नहीं दिखता।</translation>
    </message>
    <message>
        <source>{notes} notes</source>
        <translation>{notes} टिप्पणियाँ</translation>
    </message>
    <message>
        <source>Excel, CSV, JSON, text, PDF…</source>
        <translation>Excel, CSV, JSON, पाठ, PDF…</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(कोई नहीं)</translation>
    </message>
    <message>
        <source>As it looks</source>
        <translation>जैसा दिखता है</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>फ़ाइल कैसे पढ़ी जाती है</translation>
    </message>
    <message>
        <source>First row is the columns&apos; names</source>
        <translation>पहली पंक्ति कॉलमों के नाम है</translation>
    </message>
    <message>
        <source>Which sheet is read</source>
        <translation>कौन-सी शीट पढ़ी जाती है</translation>
    </message>
    <message>
        <source>Encoding of the text</source>
        <translation>पाठ की एन्कोडिंग</translation>
    </message>
    <message>
        <source>Which answers are learnt</source>
        <translation>कौन-से उत्तर सीखे जाएँ</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>हर उत्तर</translation>
    </message>
    <message>
        <source>The last answer of each</source>
        <translation>हर एक का अंतिम उत्तर</translation>
    </message>
    <message>
        <source>Everything, questions too</source>
        <translation>सब कुछ, प्रश्न भी</translation>
    </message>
    <message>
        <source>Whether thoughts are learnt</source>
        <translation>विचार सीखे जाएँ या नहीं</translation>
    </message>
    <message>
        <source> % for testing</source>
        <translation> % जाँच के लिए</translation>
    </message>
    <message>
        <source>With &amp;thoughts</source>
        <translation>विचारों के साथ</translation>
    </message>
    <message>
        <source>Share of the rows that is kept for testing</source>
        <translation>जाँच के लिए रखी पंक्तियों का हिस्सा</translation>
    </message>
    <message>
        <source>Learn e&amp;qual rows once</source>
        <translation>समान पंक्तियाँ एक बार सीखें</translation>
    </message>
    <message>
        <source>Mo&amp;re</source>
        <translation>और</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>लगातार टेक्स्ट</translation>
    </message>
    <message>
        <source>Column of {name}</source>
        <translation>{name} का कॉलम</translation>
    </message>
    <message>
        <source>&amp;Sheet</source>
        <translation>शीट</translation>
    </message>
    <message>
        <source>R&amp;ead as</source>
        <translation>किस रूप में पढ़ें</translation>
    </message>
    <message>
        <source>Encodin&amp;g</source>
        <translation>एन्कोडिंग</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>सीखें</translation>
    </message>
    <message>
        <source>Keep &amp;back</source>
        <translation>अलग रखें</translation>
    </message>
    <message>
        <source>the sample model</source>
        <translation>नमूना मॉडल</translation>
    </message>
    <message>
        <source>It was not saved</source>
        <translation>वह सहेजा नहीं गया</translation>
    </message>
    <message>
        <source>This cannot be used as it is</source>
        <translation>यह जैसा है वैसा इस्तेमाल नहीं हो सकता</translation>
    </message>
    <message>
        <source> Counting…</source>
        <translation> गिना जा रहा है…</translation>
    </message>
    <message>
        <source>Rows that are not used</source>
        <translation>इस्तेमाल न हुई पंक्तियाँ</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>खोजें</translation>
    </message>
    <message>
        <source>Search in all of it</source>
        <translation>सब में खोजें</translation>
    </message>
    <message>
        <source>Rows about documents that the rules are not sure of</source>
        <translation>दस्तावेज़ों की वे पंक्तियाँ जिनके बारे में नियम निश्चित नहीं हैं</translation>
    </message>
    <message>
        <source>Rows of the data</source>
        <translation>डेटा की पंक्तियाँ</translation>
    </message>
    <message>
        <source>Only d&amp;oubtful rows</source>
        <translation>केवल संदिग्ध पंक्तियाँ</translation>
    </message>
    <message>
        <source>Delete leaves a row out, K keeps it; then comes the next. E edits it.</source>
        <translation>Delete पंक्ति को छोड़ता है, K उसे रखता है; फिर अगली आती है। E उसे बदलता है।</translation>
    </message>
    <message>
        <source>Nothing found for “{wanted}”.</source>
        <translation>यहाँ कुछ भी “{wanted}” नहीं कहता।</translation>
    </message>
    <message>
        <source>No doubtful rows here.</source>
        <translation>यहाँ कोई पंक्ति संदिग्ध नहीं है।</translation>
    </message>
    <message>
        <source>Text of {role}</source>
        <translation>{role} का पाठ</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>टेक्स्ट</translation>
    </message>
    <message>
        <source>Point at a token (a word, or a piece of one) to see whether it is learnt, and why.</source>
        <translation>किसी टोकन (शब्द या उसके टुकड़े) पर इंगित करें, ताकि दिखे कि वह सीखा जाता है या नहीं, और क्यों।</translation>
    </message>
    <message>
        <source>What you change here is saved to a new file; yours stays as it is.</source>
        <translation>यहाँ जो बदलेंगे, वह नई फ़ाइल में सहेजा जाता है; आपकी फ़ाइल वैसी ही रहती है।</translation>
    </message>
    <message>
        <source>Show rows as to&amp;kens</source>
        <translation>पंक्तियाँ टोकन के रूप में दिखाएँ</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>छोड़ें</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>वापस लें</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>सीखा गया</translation>
    </message>
    <message>
        <source>grey: only read</source>
        <translation>धूसर: केवल पढ़ा गया</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>पाठ (*.txt)</translation>
    </message>
    <message>
        <source>Rows (*.jsonl)</source>
        <translation>पंक्तियाँ (*.jsonl)</translation>
    </message>
    <message>
        <source>Save the usable rows</source>
        <translation>जो काम का है उसे सहेजें</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>किससे सीखना है</translation>
    </message>
    <message>
        <source>Data &amp;file</source>
        <translation>डेटा फ़ाइल</translation>
    </message>
    <message>
        <source>Make &amp;questions of it…</source>
        <translation>इससे प्रश्न बनाएँ…</translation>
    </message>
    <message>
        <source>Length of the rows</source>
        <translation>पंक्तियों की लंबाई</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>टोकन</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>पंक्तियाँ</translation>
    </message>
    <message>
        <source>Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.</source>
        <translation>{rows} में से आधी पंक्तियों में ज़्यादा से ज़्यादा {median} टोकन, 95% में {most}, सबसे लंबी में {tokens}।</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>जानने योग्य</translation>
    </message>
    <message>
        <source>The rows</source>
        <translation>पंक्तियाँ</translation>
    </message>
    <message>
        <source>{place}: {tokens}, {trained} learnt</source>
        <translation>{place}: {tokens}, {trained} सीखे</translation>
    </message>
    <message numerus="yes">
        <source>{n} tokens</source>
        <comment>{n} token</comment>
        <translation>
            <numerusform>{n} टोकन</numerusform>
            <numerusform>{n} टोकन</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} पंक्ति</numerusform>
            <numerusform>{n} पंक्तियाँ</numerusform>
        </translation>
    </message>
    <message>
        <source>, perhaps more</source>
        <translation>, शायद ज़्यादा</translation>
    </message>
    <message>
        <source>{one} and {other}: {share} in common</source>
        <translation>{one} और {other}: {share} समान</translation>
    </message>
    <message>
        <source>Half have at most</source>
        <translation>आधी में ज़्यादा से ज़्यादा</translation>
    </message>
    <message>
        <source>{median} tokens</source>
        <translation>{median} टोकन</translation>
    </message>
    <message>
        <source>95% have at most</source>
        <translation>95% में ज़्यादा से ज़्यादा</translation>
    </message>
    <message>
        <source>{most} tokens</source>
        <translation>{most} टोकन</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>सबसे लंबा</translation>
    </message>
    <message>
        <source>Shortest answers</source>
        <translation>सबसे छोटे उत्तर</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>भाषाएँ</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>लगभग एक जैसी</translation>
    </message>
    <message>
        <source>Read it all</source>
        <translation>सब पढ़ें</translation>
    </message>
    <message>
        <source>it is from the system message</source>
        <translation>यह सिस्टम संदेश से है</translation>
    </message>
    <message>
        <source>it is what the user says</source>
        <translation>यह वह है जो उपयोगकर्ता कहता है</translation>
    </message>
    <message>
        <source>it is what a tool answers</source>
        <translation>यह टूल का उत्तर है</translation>
    </message>
    <message>
        <source>the model&apos;s template writes it around the messages</source>
        <translation>मॉडल का टेम्पलेट इसे संदेशों के आसपास लिखता है</translation>
    </message>
    <message>
        <source>it is not part of an answer</source>
        <translation>यह किसी उत्तर का हिस्सा नहीं</translation>
    </message>
    <message>
        <source>only the last answer is learnt, as chosen</source>
        <translation>चुने अनुसार केवल आख़िरी उत्तर सीखा जाता है</translation>
    </message>
    <message>
        <source>it is an answer</source>
        <translation>यह उत्तर है</translation>
    </message>
    <message>
        <source>the data says not to learn this answer (weight 0)</source>
        <translation>डेटा कहता है यह उत्तर न सीखें (भार 0)</translation>
    </message>
    <message>
        <source>it is what the model thinks before it answers</source>
        <translation>यह वह है जो मॉडल उत्तर से पहले सोचता है</translation>
    </message>
    <message>
        <source>the model&apos;s template cuts its thoughts out here, and alone it would teach the model not to think</source>
        <translation>मॉडल का टेम्पलेट यहाँ उसके विचार काट देता है, और अकेले यह न सोचना सिखाएगा</translation>
    </message>
    <message>
        <source>the model writes it to call a tool</source>
        <translation>मॉडल इसे टूल बुलाने के लिए लिखता है</translation>
    </message>
    <message>
        <source>the model writes it around its answers, such as empty thoughts</source>
        <translation>मॉडल इसे अपने उत्तरों के आसपास लिखता है, जैसे ख़ाली विचार</translation>
    </message>
    <message>
        <source>it ends the answer, so that the model learns to stop</source>
        <translation>यह उत्तर ख़त्म करता है, ताकि मॉडल रुकना सीखे</translation>
    </message>
    <message>
        <source>nothing comes before it that it could follow from</source>
        <translation>इससे पहले कुछ नहीं जिससे यह निकले</translation>
    </message>
    <message>
        <source>everything is learnt, as chosen</source>
        <translation>चुने अनुसार सब सीखा जाता है</translation>
    </message>
    <message>
        <source>all of a text is learnt</source>
        <translation>पाठ का सब सीखा जाता है</translation>
    </message>
    <message>
        <source>As each row has them</source>
        <translation>जैसा हर पंक्ति में है</translation>
    </message>
    <message>
        <source>Only rows with thoughts</source>
        <translation>केवल विचारों वाली पंक्तियाँ</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>छोड़े गए</translation>
    </message>
    <message>
        <source>Left out, and learnt not to think</source>
        <translation>छोड़े गए, और न सोचना सीखा</translation>
    </message>
    <message numerus="yes">
        <source>{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.</source>
        <comment>1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.</comment>
        <translation>
            <numerusform>1 पन्ना काफ़ी नहीं: मॉडल उसे रट लेता है, उसका ढंग नहीं सीखता। {few_pages} या ज़्यादा बेहतर हैं।</numerusform>
            <numerusform>{n} पन्ने कम हैं: मॉडल उन्हें रट लेता है, उनका ढंग नहीं सीखता। {few_pages} या ज़्यादा बेहतर हैं।</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are few: enough to try, but a model&apos;s manner only begins to change with {few_rows} to 100.</source>
        <comment>1 row is not enough to learn from: a model&apos;s manner only begins to change with {few_rows} to 100.</comment>
        <translation>
            <numerusform>सीखने के लिए 1 पंक्ति काफ़ी नहीं: मॉडल का ढंग {few_rows} से 100 पंक्तियों पर बदलना शुरू होता है।</numerusform>
            <numerusform>{n} पंक्तियाँ कम हैं: आज़माने के लिए काफ़ी, पर मॉडल का ढंग {few_rows} से 100 पर ही बदलना शुरू होता है।</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {unused} not used</source>
        <translation>{rows}, {unused} उपयोग नहीं</translation>
    </message>
    <message>
        <source>Read for</source>
        <translation>किस मॉडल के लिए पढ़ा</translation>
    </message>
    <message>
        <source>Kept for testing</source>
        <translation>जाँच के लिए रखी</translation>
    </message>
    <message>
        <source>{tokens}, {share} of them in answers</source>
        <translation>{tokens}, इनमें से {share} उत्तरों में</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>सोचता है</translation>
    </message>
    <message>
        <source>no thoughts</source>
        <translation>विचार नहीं</translation>
    </message>
    <message>
        <source>System</source>
        <translation>सिस्टम</translation>
    </message>
    <message>
        <source>User</source>
        <translation>उपयोगकर्ता</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>सहायक</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>उपकरण</translation>
    </message>
    <message>
        <source>not used: {problem}</source>
        <translation>इस्तेमाल नहीं: {problem}</translation>
    </message>
    <message>
        <source>the template leaves out: {left_out}</source>
        <translation>टेम्पलेट इन्हें छोड़ देता है: {left_out}</translation>
    </message>
    <message>
        <source>Answers to other &amp;questions</source>
        <translation>दूसरे प्रश्नों के उत्तर (&amp;Q)</translation>
    </message>
    <message>
        <source>Which questions are listed</source>
        <translation>कौन-से प्रश्न दिखाए जाएँ</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>परिणाम</translation>
    </message>
    <message>
        <source>You chose</source>
        <translation>आपने चुना</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>प्रश्न</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>अपेक्षित</translation>
    </message>
    <message>
        <source>Row {line} of {file}</source>
        <translation>{file} की पंक्ति {line}</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>प्रश्न और उत्तर</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>बातचीत</translation>
    </message>
    <message>
        <source>It was a cold night when the bell rang for the third time. …</source>
        <translation>वह ठंडी रात थी जब घंटी तीसरी बार बजी। …</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>उत्तर</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>एक तालिका</translation>
    </message>
    <message>
        <source>Read from {container}</source>
        <translation>{container} से पढ़ा गया</translation>
    </message>
    <message>
        <source>several encodings</source>
        <translation>कई एन्कोडिंग</translation>
    </message>
    <message>
        <source>Read from {container} as {encoding}</source>
        <translation>{container} से {encoding} में पढ़ा गया</translation>
    </message>
    <message>
        <source>page</source>
        <translation>पन्ना</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>पन्ने</translation>
    </message>
    <message>
        <source>text</source>
        <translation>पाठ</translation>
    </message>
    <message>
        <source>question,answer
Who keeps the light?,&quot;The old keeper, and he has never missed a night.&quot;</source>
        <translation>question,answer
बत्ती की रखवाली कौन करता है?,&quot;बूढ़ा रखवाला, और उसने एक भी रात नहीं छोड़ी।&quot;</translation>
    </message>
    <message>
        <source>A text, PDF or Word file, or a folder of them: a book, letters, a diary.</source>
        <translation>एक टेक्स्ट, PDF या Word फ़ाइल, या उनका फ़ोल्डर: किताब, पत्र, डायरी।</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON पंक्तियाँ</translation>
    </message>
    <message>
        <source>{read}. The columns were guessed: is that right?</source>
        <translation>{read}। स्तंभ अनुमान से चुने गए: क्या यह सही है?</translation>
    </message>
    <message>
        <source>row</source>
        <translation>पंक्ति</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>उपयोग नहीं</translation>
    </message>
    <message>
        <source>An Excel, CSV or JSON table: one question and its answer per row.</source>
        <translation>Excel, CSV या JSON तालिका: हर पंक्ति में एक प्रश्न और उसका उत्तर।</translation>
    </message>
    <message>
        <source>Chats as OpenAI, ShareGPT and many programs write them, one a line.</source>
        <translation>बातचीत, जैसे OpenAI, ShareGPT और कई प्रोग्राम लिखते हैं, हर पंक्ति में एक।</translation>
    </message>
    <message>
        <source>50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, use a book, not a page: a few pages are only learnt by heart.</source>
        <translation>50 से 100 अच्छी पंक्तियों से मॉडल के उत्तर बदलने लगते हैं; लगभग 1,000 से पूरा सहायक बन जाता है। लगातार टेक्स्ट हो तो पन्ना नहीं, किताब लें: थोड़े-से पन्ने वह बस रट लेता है।</translation>
    </message>
    <message>
        <source>Running text teaches it to write like that text, not to answer. For that, use questions and answers.</source>
        <translation>लगातार टेक्स्ट से यह वैसा लिखना सीखता है, उत्तर देना नहीं। उसके लिए प्रश्न और उत्तर लें।</translation>
    </message>
    <message>
        <source>{field} is “{column}”</source>
        <translation>{field} “{column}” है</translation>
    </message>
    <message>
        <source>No column has a usual name for questions or answers, so they were guessed: {columns}.</source>
        <translation>किसी कॉलम के नाम से सवाल या जवाब का पता नहीं चलता, इसलिए उनका अनुमान लगाया गया: {columns}।</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>फ़ाइल में</translation>
    </message>
    <message>
        <source>To learn from</source>
        <translation>सीखने के लिए</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>बहुत लंबी</translation>
    </message>
    <message>
        <source>{rows}, whose oldest turns are cut off</source>
        <translation>{rows}, जिनकी सबसे पुरानी बारी काटी गई</translation>
    </message>
    <message>
        <source>With thoughts</source>
        <translation>विचारों के साथ</translation>
    </message>
    <message>
        <source>The same as earlier ones</source>
        <translation>पहले वाली जैसी ही</translation>
    </message>
    <message>
        <source>Not used: {why}</source>
        <translation>इस्तेमाल नहीं: {why}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>छोड़ा गया</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>बदली गईं</translation>
    </message>
    <message>
        <source>{parts}. “Use this data” saves it as a new file; yours stays as it is.</source>
        <translation>{parts}। “यह डेटा इस्तेमाल करें” इसे नई फ़ाइल में सहेजता है; आपकी वैसी ही रहती है।</translation>
    </message>
    <message>
        <source> and </source>
        <translation> और </translation>
    </message>
    <message>
        <source>, {left} left out</source>
        <translation>, {left} छोड़े गए</translation>
    </message>
    <message>
        <source>Saved, and opened here: {name}, {what}.</source>
        <translation>सहेजा और यहाँ खोला: {name}, {what}।</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(खाली)</translation>
    </message>
    <message>
        <source>“{quote}” – {whence}</source>
        <translation>“{quote}” – {whence}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>पंक्ति {number}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>लाइन {number}</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>कहने के लिए बहुत छोटा</translation>
    </message>
    <message>
        <source>Tokens of the row</source>
        <translation>पंक्ति के टोकन</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>सीखा गया</translation>
    </message>
    <message>
        <source>Read, not learnt</source>
        <translation>पढ़ा गया, सीखा नहीं</translation>
    </message>
    <message>
        <source>goes on with the character before it</source>
        <translation>पिछले अक्षर को आगे बढ़ाता है</translation>
    </message>
    <message>
        <source>Token {place} of {ids}</source>
        <translation>{ids} में से टोकन {place}</translation>
    </message>
    <message>
        <source>{number} · id {id} · {text} · {learnt}: {why}.</source>
        <translation>{number} · id {id} · {text} · {learnt}: {why}।</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>क्या निर्यात करना है</translation>
    </message>
    <message>
        <source>Str&amp;ength of what was learnt</source>
        <translation>सीखे हुए की ताक़त (&amp;E)</translation>
    </message>
    <message>
        <source>Looking for Ollama…</source>
        <translation>Ollama खोजा जा रहा है…</translation>
    </message>
    <message>
        <source>Choose where it goes.</source>
        <translation>चुनें कि कहाँ जाए।</translation>
    </message>
    <message>
        <source>Choose the &amp;zip file…</source>
        <translation>zip फ़ाइल चुनें…</translation>
    </message>
    <message>
        <source>Choose the fo&amp;lder…</source>
        <translation>फ़ोल्डर चुनें…</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>जो वापस आया</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>कहाँ सहेजें</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>{free} खाली</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Zip फ़ाइलें (*.zip)</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>पूरा मॉडल</translation>
    </message>
    <message>
        <source>For Python (PEFT)</source>
        <translation>Python के लिए (PEFT)</translation>
    </message>
    <message>
        <source>Ollama, a free program to talk to models, is not installed.</source>
        <translation>Ollama, मॉडल से बात करने का एक मुफ़्त प्रोग्राम, इंस्टॉल नहीं है।</translation>
    </message>
    <message>
        <source>You can export the folder now and add it later.</source>
        <translation>आप फ़ोल्डर अभी निर्यात कर सकते हैं और बाद में जोड़ सकते हैं।</translation>
    </message>
    <message>
        <source>Looked again, and nothing has changed.</source>
        <translation>फिर देखा गया, कुछ नहीं बदला।</translation>
    </message>
    <message>
        <source>Ollama is not running. Open it and look again.</source>
        <translation>Ollama चल नहीं रहा। उसे खोलें और फिर देखें।</translation>
    </message>
    <message>
        <source>Name on the hub</source>
        <translation>hub पर नाम</translation>
    </message>
    <message>
        <source>Only I can see &amp;it</source>
        <translation>सिर्फ़ मैं देख सकूँ</translation>
    </message>
    <message>
        <source>&amp;Name on the hub</source>
        <translation>hub पर नाम</translation>
    </message>
    <message>
        <source>Save an access token first.</source>
        <translation>पहले एक्सेस टोकन सहेजें।</translation>
    </message>
    <message>
        <source>These files would be uploaded, and nothing else:</source>
        <translation>ये फ़ाइलें अपलोड होंगी, और कुछ नहीं:</translation>
    </message>
    <message>
        <source>Not uploaded: {left_out}{more}</source>
        <translation>अपलोड नहीं हुआ: {left_out}{more}</translation>
    </message>
    <message>
        <source>The base model&apos;s licence is not known. Look it up before you share this.</source>
        <translation>मूल मॉडल का लाइसेंस पता नहीं है। साझा करने से पहले उसे देख लें।</translation>
    </message>
    <message>
        <source>To upload, get an access token that can write, and save it here. It stays in your system&apos;s keyring.</source>
        <translation>अपलोड करने के लिए ऐसा एक्सेस टोकन लें जो लिख सके, और उसे यहाँ सहेजें। वह आपके सिस्टम की कीरिंग में रहता है।</translation>
    </message>
    <message>
        <source>The base model&apos;s licence, {licence}, {restriction}.</source>
        <translation>मूल मॉडल का लाइसेंस, {licence}, {restriction}।</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>रद्द करें</translation>
    </message>
    <message>
        <source>It is back</source>
        <translation>यह वापस आ गया</translation>
    </message>
    <message>
        <source>{repo} is online</source>
        <translation>{repo} ऑनलाइन है</translation>
    </message>
    <message>
        <source>{name} is in Ollama</source>
        <translation>{name} Ollama में है</translation>
    </message>
    <message>
        <source>Opens {download} in your browser</source>
        <translation>{download} आपके ब्राउज़र में खुलता है</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>फिर खोजें</translation>
    </message>
    <message>
        <source>Open it and look again, or export the folder now and add it later.</source>
        <translation>उसे खोलकर फिर देखें, या अभी फ़ोल्डर निर्यात करें और बाद में जोड़ें।</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>Ollama में नाम</translation>
    </message>
    <message>
        <source>&amp;Name in Ollama</source>
        <translation>Ollama में नाम</translation>
    </message>
    <message>
        <source>Ollama {version} is running.</source>
        <translation>Ollama {version} चल रहा है।</translation>
    </message>
    <message>
        <source>Ollama is not running. {how_to_start}</source>
        <translation>Ollama नहीं चल रहा। {how_to_start}</translation>
    </message>
    <message>
        <source>Uploa&amp;d</source>
        <translation>अपलोड</translation>
    </message>
    <message>
        <source>&amp;Export the folder</source>
        <translation>फ़ोल्डर निर्यात करें</translation>
    </message>
    <message>
        <source>The new export takes the place of the earlier one.</source>
        <translation>नया निर्यात पहले वाले की जगह लेता है।</translation>
    </message>
    <message>
        <source>&amp;Replace it</source>
        <translation>इसे बदलें</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>निर्यात चल रहा है।</translation>
    </message>
    <message>
        <source>Closing now discards what has been done so far.</source>
        <translation>अभी बंद करने पर जितना हुआ वह चला जाता है।</translation>
    </message>
    <message>
        <source>&amp;Close anyway</source>
        <translation>फिर भी बंद करें</translation>
    </message>
    <message>
        <source>Talk to it &amp;here</source>
        <translation>यहाँ बात करें</translation>
    </message>
    <message>
        <source>&amp;Go to Train</source>
        <translation>प्रशिक्षण पर जाएँ</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>निर्यात</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>{title} पूरा हुआ।</translation>
    </message>
    <message>
        <source>It is here:</source>
        <translation>यह यहाँ है:</translation>
    </message>
    <message>
        <source>That did not open</source>
        <translation>वह नहीं खुला</translation>
    </message>
    <message>
        <source>Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.</source>
        <translation>LM Studio एक बार खोलें, या यहाँ कोई फ़ोल्डर और LM Studio के My Models में वही चुनें।</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>बदलें…</translation>
    </message>
    <message>
        <source>Change where it goes</source>
        <translation>जगह बदलें</translation>
    </message>
    <message>
        <source>About {size}</source>
        <translation>लगभग {size}</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>तथ्य</translation>
    </message>
    <message>
        <source>how to do things</source>
        <translation>कैसे करते हैं</translation>
    </message>
    <message>
        <source>what words mean</source>
        <translation>शब्दों के अर्थ</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>सारांश</translation>
    </message>
    <message>
        <source>Stop making rows?</source>
        <translation>पंक्तियाँ बनाना रोकें?</translation>
    </message>
    <message>
        <source>The rows that are finished stay, and the next time it goes on from there.</source>
        <translation>जो पंक्तियाँ पूरी हो गई हैं वे रहेंगी, और अगली बार काम वहीं से आगे बढ़ेगा।</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>मॉडल (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Model that writes</source>
        <translation>लिखने वाला मॉडल</translation>
    </message>
    <message>
        <source>A GGUF file</source>
        <translation>एक GGUF फ़ाइल</translation>
    </message>
    <message>
        <source>Ask each question in {n} &amp;other ways, too</source>
        <translation>हर प्रश्न {n} अन्य तरीकों से भी पूछें</translation>
    </message>
    <message>
        <source>A model answers best in the words that it was trained with.</source>
        <translation>मॉडल उन्हीं शब्दों पर सबसे अच्छा उत्तर देता है जिनसे उसे प्रशिक्षित किया गया।</translation>
    </message>
    <message>
        <source>Teach it to say when the text does &amp;not answer</source>
        <translation>सिखाएँ कि पाठ में उत्तर न होने पर वह बताए</translation>
    </message>
    <message>
        <source>For each piece of the text, a question that it does not answer is added.</source>
        <translation>पाठ के हर टुकड़े के लिए एक ऐसा प्रश्न जोड़ा जाता है जिसका उत्तर उसमें नहीं है।</translation>
    </message>
    <message>
        <source>&amp;Try {n} pieces</source>
        <translation>{n} टुकड़े आज़माएँ</translation>
    </message>
    <message>
        <source>&amp;Try {n} questions</source>
        <translation>{n} प्रश्न आज़माएँ</translation>
    </message>
    <message>
        <source>Make &amp;all rows</source>
        <translation>सभी पंक्तियाँ बनाएँ</translation>
    </message>
    <message>
        <source>&amp;Use these rows</source>
        <translation>इन पंक्तियों का उपयोग करें</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>बंद करें</translation>
    </message>
    <message>
        <source>No rows were made</source>
        <translation>कोई पंक्ति नहीं बनी</translation>
    </message>
    <message>
        <source>Other wordings of the questions in {name}</source>
        <translation>{name} के प्रश्न दूसरे शब्दों में</translation>
    </message>
    <message>
        <source>A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used. Read some of it first.</source>
        <translation>इस डिस्क का एक मॉडल हर प्रश्न {n} और तरीक़ों से पूछता है; उत्तर वही रहते हैं। 3B या बड़ा मॉडल चुनें (लगभग 2 GB): छोटे मॉडल काम का कम लिखते हैं। पहले कुछ पढ़ लें।</translation>
    </message>
    <message>
        <source>A model on this disk writes questions about your text and answers them; rows that say what the text does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used.</source>
        <translation>इस डिस्क का एक मॉडल आपके पाठ पर प्रश्न लिखता और उनके उत्तर देता है; जो पंक्तियाँ पाठ से बाहर की बात कहें, वे हटा दी जाती हैं। 3B या बड़ा मॉडल चुनें (लगभग 2 GB): छोटे मॉडल काम का कम लिखते हैं।</translation>
    </message>
    <message>
        <source>Questions and answers about {name}</source>
        <translation>{name} के बारे में प्रश्न और उत्तर</translation>
    </message>
    <message>
        <source>&amp;What is asked</source>
        <translation>क्या पूछा जाए</translation>
    </message>
    <message>
        <source>Rows that were tried</source>
        <translation>आज़माई गई पंक्तियाँ</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} questions.</source>
        <translation>{pieces} में से {done} प्रश्नों से {rows} पंक्तियाँ।</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} pieces.</source>
        <translation>{pieces} में से {done} टुकड़ों से {rows} पंक्तियाँ।</translation>
    </message>
    <message>
        <source>{n} of them say that the text does not answer.</source>
        <translation>उनमें से {n} बताती हैं कि पाठ में उत्तर नहीं है।</translation>
    </message>
    <message>
        <source>The rest takes about {time}.</source>
        <translation>बाकी में लगभग {time} लगेंगे।</translation>
    </message>
    <message>
        <source>left out: {why}</source>
        <translation>छोड़ी गई: {why}</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>कॉपी करें</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>फ़ोल्डर खोलें</translation>
    </message>
    <message>
        <source>Or type in a terminal:</source>
        <translation>या टर्मिनल में लिखें:</translation>
    </message>
    <message>
        <source>Open {program}</source>
        <translation>{program} खोलें</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>पेज खोलें</translation>
    </message>
    <message>
        <source>&amp;Open {program}</source>
        <translation>{program} खोलें</translation>
    </message>
    <message>
        <source>&amp;Get {program}</source>
        <translation>{program} लें</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>प्रशिक्षण</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>प्रशिक्षण</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint</source>
        <translation>चेकपॉइंट</translation>
    </message>
    <message>
        <source>{name} (nothing learnt yet)</source>
        <translation>{name} (अभी कुछ नहीं सीखा)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>सबसे नया</translation>
    </message>
    <message>
        <source>Best: {name}</source>
        <translation>सबसे अच्छा: {name}</translation>
    </message>
    <message>
        <source>Newest: {name}</source>
        <translation>सबसे नया: {name}</translation>
    </message>
    <message>
        <source>O&amp;ther ways</source>
        <translation>दूसरे तरीक़े</translation>
    </message>
    <message>
        <source>Loading your runs…</source>
        <translation>आपके रन लोड हो रहे हैं…</translation>
    </message>
    <message>
        <source>Checking what would be uploaded…</source>
        <translation>देखा जा रहा है कि क्या अपलोड होगा…</translation>
    </message>
    <message>
        <source>Nothing can be exported yet.

Train a model first. What it has learnt can then go to Ollama and other programs.</source>
        <translation>अभी कुछ निर्यात नहीं हो सकता।

पहले मॉडल प्रशिक्षित करें। फिर जो उसने सीखा, वह Ollama और दूसरे प्रोग्रामों में जा सकता है।</translation>
    </message>
    <message>
        <source>1. Take the folder to the other machine.</source>
        <translation>1. फ़ोल्डर को दूसरी मशीन पर ले जाएँ।</translation>
    </message>
    <message>
        <source>Looking at “{run}”…</source>
        <translation>“{run}” देखा जा रहा है…</translation>
    </message>
    <message>
        <source>LM Studio&apos;s list</source>
        <translation>LM Studio की सूची</translation>
    </message>
    <message>
        <source>There is an export of “{run}” in {where}</source>
        <translation>{where} में “{run}” का निर्यात है</translation>
    </message>
    <message>
        <source>There are other files in {where}</source>
        <translation>{where} में दूसरी फ़ाइलें हैं</translation>
    </message>
    <message>
        <source>{what} already, written {made}.</source>
        <translation>{what} पहले से, {made} को लिखा।</translation>
    </message>
    <message>
        <source>{what} already.</source>
        <translation>{what} पहले से।</translation>
    </message>
    <message>
        <source>Talk to it in Ollama</source>
        <translation>Ollama में बात करें</translation>
    </message>
    <message>
        <source>Cr&amp;eate in Ollama</source>
        <translation>Ollama में बनाएँ</translation>
    </message>
    <message>
        <source>&amp;Export to LM Studio</source>
        <translation>LM Studio में निर्यात करें</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>एक फ़ाइल</translation>
    </message>
    <message>
        <source>For Jan, KoboldCpp, llama.cpp and others</source>
        <translation>Jan, KoboldCpp, llama.cpp और दूसरों के लिए</translation>
    </message>
    <message>
        <source>&amp;Export the file</source>
        <translation>फ़ाइल निर्यात करें</translation>
    </message>
    <message>
        <source>Hugging Face hub</source>
        <translation>Hugging Face hub</translation>
    </message>
    <message>
        <source>Pr&amp;epare the files</source>
        <translation>फ़ाइलें तैयार करें</translation>
    </message>
    <message>
        <source>A bigger machine</source>
        <translation>बड़ा कंप्यूटर</translation>
    </message>
    <message>
        <source>Keeps {share} of what was learnt.</source>
        <translation>सीखे हुए का {share} बना रहता है।</translation>
    </message>
    <message>
        <source>Some answers are not those given here.</source>
        <translation>कुछ उत्तर यहाँ दिए उत्तरों जैसे नहीं हैं।</translation>
    </message>
    <message>
        <source>Answers exactly as here: {good} of {total}.</source>
        <translation>ठीक यहाँ जैसा उत्तर देता है: {total} में से {good}।</translation>
    </message>
    <message>
        <source> To “{prompt}” it says “{theirs}” and not “{ours}”.</source>
        <translation> “{prompt}” पर यह “{theirs}” कहता है, “{ours}” नहीं।</translation>
    </message>
    <message>
        <source>Loss on trained examples: {here} here, {there} there.</source>
        <translation>सिखाए गए उदाहरणों पर लॉस: यहाँ {here}, वहाँ {there}।</translation>
    </message>
    <message>
        <source>Loss on unseen examples: {here} here, {there} there.</source>
        <translation>अनदेखे उदाहरणों पर लॉस: यहाँ {here}, वहाँ {there}।</translation>
    </message>
    <message>
        <source>Loss on general questions: {here} here, {there} there.</source>
        <translation>सामान्य प्रश्नों पर लॉस: यहाँ {here}, वहाँ {there}।</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>निर्यात हो रहा है…</translation>
    </message>
    <message>
        <source>Add &amp;it to Ollama</source>
        <translation>इसे Ollama में जोड़ें</translation>
    </message>
    <message>
        <source>Ollama has to be running first.</source>
        <translation>पहले Ollama चल रहा होना चाहिए।</translation>
    </message>
    <message>
        <source>This starts llama.cpp. Jan, KoboldCpp and others open the file itself.</source>
        <translation>इससे llama.cpp शुरू होता है। Jan, KoboldCpp और दूसरे प्रोग्राम सीधे फ़ाइल खोलते हैं।</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet. You can only train it on a bigger machine.</source>
        <translation>इस प्रशिक्षण ने अभी कुछ नहीं सीखा। इसे सिर्फ़ बड़ी मशीन पर प्रशिक्षित किया जा सकता है।</translation>
    </message>
    <message>
        <source>The folder holds your data as plain text. Give it only to people you trust with that.</source>
        <translation>फ़ोल्डर में आपका डेटा सादे पाठ में है। इसे सिर्फ़ उन्हें दें जिन पर आपको इसका भरोसा हो।</translation>
    </message>
    <message>
        <source>Trained there? Drop the folder or zip file that came back here.</source>
        <translation>वहाँ प्रशिक्षण हो गया? वापस आया फ़ोल्डर या zip फ़ाइल यहाँ छोड़ें।</translation>
    </message>
    <message>
        <source>You see the files before anything is uploaded.</source>
        <translation>कुछ भी अपलोड होने से पहले आपको फ़ाइलें दिखती हैं।</translation>
    </message>
    <message>
        <source>First reads what it was trained on, to lose less where it counts. Takes longer.</source>
        <translation>पहले वह पढ़ता है जिससे इसने सीखा, ताकि जहाँ ज़रूरी है वहाँ कम खोए। ज़्यादा समय लगता है।</translation>
    </message>
    <message>
        <source>Only what it learnt, to use beside the base model</source>
        <translation>सिर्फ़ सीखा हुआ, मूल मॉडल के साथ इस्तेमाल के लिए</translation>
    </message>
    <message>
        <source>The folder for Ollama is ready</source>
        <translation>Ollama के लिए फ़ोल्डर तैयार है</translation>
    </message>
    <message>
        <source>1. Install Ollama, a free program, and open it.</source>
        <translation>1. Ollama, एक मुफ़्त प्रोग्राम, इंस्टॉल करें और खोलें।</translation>
    </message>
    <message>
        <source>2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest.</source>
        <translation>2. “फिर देखें” दबाएँ, फिर “इसे Ollama में जोड़ें”। बाक़ी Luthier करता है।</translation>
    </message>
    <message>
        <source>Add it to LM Studio&apos;s models</source>
        <translation>इसे LM Studio के मॉडलों में जोड़ें</translation>
    </message>
    <message>
        <source>It is in LM Studio, under My Models</source>
        <translation>यह LM Studio में है, My Models में</translation>
    </message>
    <message>
        <source>The file is ready</source>
        <translation>फ़ाइल तैयार है</translation>
    </message>
    <message>
        <source>For Transformers and PEFT</source>
        <translation>Transformers और PEFT के लिए</translation>
    </message>
    <message>
        <source>The folder is ready</source>
        <translation>फ़ोल्डर तैयार है</translation>
    </message>
    <message>
        <source>Keep it online, or share it</source>
        <translation>इसे ऑनलाइन रखें या साझा करें</translation>
    </message>
    <message>
        <source>The files are ready to upload</source>
        <translation>फ़ाइलें अपलोड के लिए तैयार हैं</translation>
    </message>
    <message>
        <source>Train it elsewhere, bring it back</source>
        <translation>कहीं और प्रशिक्षित करें, फिर वापस लाएँ</translation>
    </message>
    <message>
        <source>A folder with your data and all settings, to train the same on a rented or a friend&apos;s computer.</source>
        <translation>आपके डेटा और सभी सेटिंग्स वाला फ़ोल्डर, ताकि किराए के या किसी दोस्त के कंप्यूटर पर यही प्रशिक्षण हो सके।</translation>
    </message>
    <message>
        <source>2. Follow the steps in its README.md there.</source>
        <translation>2. वहाँ इसकी README.md में लिखे क़दमों पर चलें।</translation>
    </message>
    <message>
        <source>3. Bring the adapter that it writes back: drop it below.</source>
        <translation>3. वह जो अडैप्टर लिखे उसे वापस लाएँ: नीचे छोड़ें।</translation>
    </message>
    <message>
        <source>Reads pictures or sound as the base model does: that file was copied, too.</source>
        <translation>मूल मॉडल की तरह चित्र या आवाज़ पढ़ता है: वह फ़ाइल भी कॉपी की गई।</translation>
    </message>
    <message>
        <source>It answers as it does here.</source>
        <translation>यह यहाँ जैसा ही उत्तर देता है।</translation>
    </message>
    <message>
        <source>It answers as it does here, though not always word for word.</source>
        <translation>यह यहाँ जैसा उत्तर देता है, पर हमेशा शब्दशः नहीं।</translation>
    </message>
    <message>
        <source>It sees conversations as it did in training.</source>
        <translation>इसे बातचीत वैसी ही दिखती है जैसी प्रशिक्षण में दिखी थी।</translation>
    </message>
    <message>
        <source>Ollama shows it conversations differently from how it was trained.</source>
        <translation>Ollama इसे बातचीत उस तरह नहीं दिखाता जिस तरह इसका प्रशिक्षण हुआ।</translation>
    </message>
    <message>
        <source> Where they differ, the model was undecided: rounding explains it.</source>
        <translation> जहाँ वे अलग हैं, वहाँ मॉडल दुविधा में था: यह अंकों के राउंड होने से है।</translation>
    </message>
    <message>
        <source>Ends its answers by itself.</source>
        <translation>अपने उत्तर ख़ुद समाप्त करता है।</translation>
    </message>
    <message>
        <source>Does not always end its answers. Training longer helps.</source>
        <translation>अपने उत्तर हमेशा समाप्त नहीं करता। लंबे प्रशिक्षण से सुधार होता है।</translation>
    </message>
    <message>
        <source>only you can see it</source>
        <translation>केवल आप देख सकते हैं</translation>
    </message>
    <message>
        <source>everybody can see it</source>
        <translation>सब देख सकते हैं</translation>
    </message>
    <message>
        <source>{files} online, {bytes}; {seen}.</source>
        <translation>{files} ऑनलाइन, {bytes}; {seen}।</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are</source>
        <comment>{n} file is</comment>
        <translation>
            <numerusform>{n} फ़ाइल</numerusform>
            <numerusform>{n} फ़ाइलें</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} trained there.</source>
        <translation>वहाँ {steps} प्रशिक्षित।</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps were</source>
        <comment>{n} step was</comment>
        <translation>
            <numerusform>{n} चरण</numerusform>
            <numerusform>{n} चरण</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss on unseen examples: {eval_loss_before} before, </source>
        <translation>अनदेखे उदाहरणों पर लॉस: पहले {eval_loss_before}, </translation>
    </message>
    <message>
        <source>{text}{eval_loss_after} now.</source>
        <translation>{text}अब {eval_loss_after}।</translation>
    </message>
    <message>
        <source> · loss {loss}</source>
        <translation> · लॉस {loss}</translation>
    </message>
    <message>
        <source>Step {step}{loss}</source>
        <translation>चरण {step}{loss}</translation>
    </message>
    <message>
        <source>Chosen because the usual file would take over half of your memory.</source>
        <translation>इसलिए चुना गया कि सामान्य फ़ाइल आपकी आधी से ज़्यादा मेमोरी ले लेती।</translation>
    </message>
    <message>
        <source>As trained, a little larger ({base})</source>
        <translation>जैसा प्रशिक्षित हुआ, थोड़ा बड़ा ({base})</translation>
    </message>
    <message>
        <source>As trained ({base})</source>
        <translation>जैसा प्रशिक्षित हुआ ({base})</translation>
    </message>
    <message>
        <source>As trained</source>
        <translation>जैसा प्रशिक्षित हुआ</translation>
    </message>
    <message>
        <source>As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.</source>
        <translation>उतना ही छोटा जितना वह मॉडल जिसे आपने प्रशिक्षित किया, और सीखा हुआ बना रहे इस तरह ढाला हुआ। कुछ मिनट लगते हैं।</translation>
    </message>
    <message>
        <source>At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. Takes some minutes.</source>
        <translation>आपके प्रशिक्षित किए मॉडल से ज़्यादा से ज़्यादा दसवाँ हिस्सा बड़ा, और सीखा हुआ ज़्यादा बना रहे इस तरह ढाला हुआ। कुछ मिनट लगते हैं।</translation>
    </message>
    <message>
        <source>{about} Compare first: it may lose what was learnt.</source>
        <translation>{about} पहले तुलना करें: इसमें सीखा हुआ खो सकता है।</translation>
    </message>
    <message>
        <source>Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.</source>
        <translation>सीखे हुए के लिए 8 बिट लेता है, क्योंकि कम में वह खो जाता। सामान्य विकल्प।</translation>
    </message>
    <message>
        <source>As precise as the model you trained. The usual choice.</source>
        <translation>उतना ही सटीक जितना वह मॉडल जिसे आपने प्रशिक्षित किया। सामान्य विकल्प।</translation>
    </message>
    <message>
        <source>Use letters, digits, dots and dashes only, as in my-model.</source>
        <translation>सिर्फ़ अक्षर, अंक, बिंदु और डैश लिखें, जैसे my-model।</translation>
    </message>
    <message>
        <source>Enter your name on the hub, a slash, and a name for the model.</source>
        <translation>hub पर अपना नाम, एक स्लैश, और मॉडल का नाम लिखें।</translation>
    </message>
    <message>
        <source>Use the form your-name/my-model.</source>
        <translation>इस रूप में लिखें: your-name/my-model।</translation>
    </message>
    <message>
        <source>Keeps what was learnt ({finer})</source>
        <translation>सीखा हुआ बना रहता है ({finer})</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>नापा नहीं</translation>
    </message>
    <message>
        <source>under 0.1%</source>
        <translation>0.1% से कम</translation>
    </message>
    <message>
        <source>{shown}: too much</source>
        <translation>{shown}: बहुत ज़्यादा</translation>
    </message>
    <message>
        <source>{shown}: noticeable</source>
        <translation>{shown}: महसूस होता है</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>इसे नाम दें।</translation>
    </message>
    <message>
        <source>Replace &amp;it</source>
        <translation>इसे बदलें</translation>
    </message>
    <message>
        <source>Ollama has another model of that name</source>
        <translation>Ollama में इसी नाम का दूसरा मॉडल है</translation>
    </message>
    <message>
        <source>Ollama does not answer</source>
        <translation>Ollama उत्तर नहीं देता</translation>
    </message>
    <message>
        <source>LM Studio was not found</source>
        <translation>LM Studio नहीं मिला</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>फ़ाइलें लिखना</translation>
    </message>
    <message>
        <source>Check them in llama.cpp</source>
        <translation>उन्हें llama.cpp में जाँचना</translation>
    </message>
    <message>
        <source>Read them back</source>
        <translation>उन्हें वापस पढ़ना</translation>
    </message>
    <message>
        <source>Compare its answers</source>
        <translation>इसके उत्तर मिलाना</translation>
    </message>
    <message>
        <source>Add it to Ollama</source>
        <translation>इसे Ollama में जोड़ना</translation>
    </message>
    <message>
        <source>Compare its answers in Ollama</source>
        <translation>Ollama में इसके उत्तर मिलाना</translation>
    </message>
    <message>
        <source>Other files are there already</source>
        <translation>वहाँ पहले से दूसरी फ़ाइलें हैं</translation>
    </message>
    <message>
        <source>Choose another place, or replace them.</source>
        <translation>दूसरी जगह चुनें, या उन्हें बदल दें।</translation>
    </message>
    <message>
        <source>Choose another name, or replace that model.</source>
        <translation>दूसरा नाम चुनें, या उस मॉडल को बदल दें।</translation>
    </message>
    <message>
        <source>Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models.</source>
        <translation>LM Studio एक बार खोलकर फिर देखें, या कोई फ़ोल्डर चुनें और उसे LM Studio के My Models में जोड़ें।</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet</source>
        <translation>इस प्रशिक्षण ने अभी कुछ नहीं सीखा</translation>
    </message>
    <message>
        <source>Train until its first checkpoint is saved.</source>
        <translation>पहला चेकपॉइंट सहेजे जाने तक प्रशिक्षित करें।</translation>
    </message>
    <message>
        <source>The file would lose what was learnt</source>
        <translation>वह सीखा हुआ भूल जाता</translation>
    </message>
    <message>
        <source>Choose larger weights, such as F16, and export again.</source>
        <translation>बड़े भार चुनें, जैसे F16, और फिर निर्यात करें।</translation>
    </message>
    <message>
        <source>Get one below, and save it.</source>
        <translation>नीचे एक लें और सहेजें।</translation>
    </message>
    <message>
        <source>Get one that can write, and save it below.</source>
        <translation>ऐसा लें जो लिख सके, और उसे नीचे सहेजें।</translation>
    </message>
    <message>
        <source>Get a new one below, and save it.</source>
        <translation>नीचे नया लें और सहेजें।</translation>
    </message>
    <message>
        <source>Choose smaller weights, and export again.</source>
        <translation>छोटे भार चुनें और फिर निर्यात करें।</translation>
    </message>
    <message>
        <source>{message} Put it back where it was during the training.</source>
        <translation>{message} इसे वापस वहीं रखें जहाँ यह प्रशिक्षण के समय था।</translation>
    </message>
    <message>
        <source>The hub asks for a token</source>
        <translation>hub टोकन माँगता है</translation>
    </message>
    <message>
        <source>This token can only read</source>
        <translation>यह टोकन केवल पढ़ सकता है</translation>
    </message>
    <message>
        <source>The hub refuses the token</source>
        <translation>hub टोकन नहीं मानता</translation>
    </message>
    <message>
        <source>The file is too large for the hub</source>
        <translation>फ़ाइल hub के लिए बहुत बड़ी है</translation>
    </message>
    <message>
        <source>The model that you trained is not there</source>
        <translation>जिस मॉडल पर प्रशिक्षण हुआ वह नहीं है</translation>
    </message>
    <message>
        <source>Go to &amp;Model</source>
        <translation>मॉडल पर जाएँ</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>यह नहीं हुआ</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>प्रकार</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>आकार</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexity</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>लागत</translation>
    </message>
    <message>
        <source>Same answers</source>
        <translation>वही उत्तर</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>बचता है</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>भार का प्रकार</translation>
    </message>
    <message>
        <source>Co&amp;mpare the types</source>
        <translation>प्रकारों की तुलना करें</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>भार</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>हाँ</translation>
    </message>
    <message>
        <source>no</source>
        <translation>नहीं</translation>
    </message>
    <message>
        <source>Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.</source>
        <translation>सुझाव: {name}{matrix}, सबसे छोटा जिसमें सीखा हुआ बना रहता है और जो उतने ही अच्छे उत्तर देता है।</translation>
    </message>
    <message>
        <source>Use an im&amp;portance matrix</source>
        <translation>महत्व मैट्रिक्स इस्तेमाल करें</translation>
    </message>
    <message>
        <source>{shown} · about {size}</source>
        <translation>{shown} · लगभग {size}</translation>
    </message>
    <message>
        <source> with importance matrix</source>
        <translation> महत्व मैट्रिक्स के साथ</translation>
    </message>
    <message>
        <source>{item} · recommended</source>
        <translation>{item} · सुझाव</translation>
    </message>
    <message>
        <source>What each type costs</source>
        <translation>हर प्रकार की लागत</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>कहाँ</translation>
    </message>
    <message>
        <source>Open its &amp;page</source>
        <translation>इसका पेज खोलें</translation>
    </message>
    <message>
        <source>Get a toke&amp;n</source>
        <translation>टोकन लें</translation>
    </message>
    <message>
        <source>&amp;Save token</source>
        <translation>टोकन सहेजें</translation>
    </message>
    <message>
        <source>made as small as you like on this computer</source>
        <translation>इसी कंप्यूटर पर जितना चाहें छोटा बना हुआ</translation>
    </message>
    <message>
        <source>Files to download</source>
        <translation>डाउनलोड की फ़ाइलें</translation>
    </message>
    <message>
        <source>Trains here: {text}</source>
        <translation>यहाँ प्रशिक्षण: {text}</translation>
    </message>
    <message>
        <source>{model} · licence: {licence}</source>
        <translation>{model} · लाइसेंस: {licence}</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>नहीं बताया गया</translation>
    </message>
    <message>
        <source>Its description can be read on its page.</source>
        <translation>उसका विवरण उसके पृष्ठ पर पढ़ सकते हैं।</translation>
    </message>
    <message>
        <source>Its owner has written no description.</source>
        <translation>उसके मालिक ने विवरण नहीं लिखा।</translation>
    </message>
    <message>
        <source>training needs about {need} · </source>
        <translation>प्रशिक्षण को लगभग {need} चाहिए · </translation>
    </message>
    <message>
        <source>fits</source>
        <translation>समाता है</translation>
    </message>
    <message>
        <source>{weight} · training needs about {need}: {word}</source>
        <translation>{weight} · प्रशिक्षण में लगभग {need} चाहिए: {word}</translation>
    </message>
    <message>
        <source>The original (safetensors), {bytes}</source>
        <translation>मूल (safetensors), {bytes}</translation>
    </message>
    <message>
        <source>{bytes} in {count} files</source>
        <translation>{count} फ़ाइलों में {bytes}</translation>
    </message>
    <message>
        <source> and {others} more</source>
        <translation> और {others} और</translation>
    </message>
    <message>
        <source>Also there: {named}{more}.</source>
        <translation>वहाँ यह भी: {named}{more}।</translation>
    </message>
    <message>
        <source>&lt;b&gt;This model is gated.&lt;/b&gt; Open its page, log in and accept its licence. Then get an access token that can read, and save it here. One token is good for all gated models.</source>
        <translation>&lt;b&gt;यह मॉडल अनुमति माँगता है।&lt;/b&gt; इसका पेज खोलें, लॉग इन करें और इसका लाइसेंस स्वीकार करें। फिर ऐसा एक्सेस टोकन लें जो पढ़ सके, और उसे यहाँ सहेजें। अनुमति माँगने वाले सभी मॉडलों के लिए एक ही टोकन काफ़ी है।</translation>
    </message>
    <message>
        <source>GGUF or safetensors</source>
        <translation>GGUF या safetensors</translation>
    </message>
    <message>
        <source>GGUF (ready to use)</source>
        <translation>GGUF (उपयोग के लिए तैयार)</translation>
    </message>
    <message>
        <source>safetensors (originals)</source>
        <translation>safetensors (मूल)</translation>
    </message>
    <message>
        <source>Choose a model, or search for another.</source>
        <translation>कोई मॉडल चुनें, या दूसरा खोजें।</translation>
    </message>
    <message>
        <source>Luthier is set to stay offline: no search, no downloads.</source>
        <translation>Luthier को ऑफ़लाइन रहने पर रखा गया है: न खोज, न डाउनलोड।</translation>
    </message>
    <message>
        <source>Good choices for this computer, with {memory} of memory.</source>
        <translation>{memory} मेमोरी वाले इस कंप्यूटर के लिए अच्छे विकल्प।</translation>
    </message>
    <message>
        <source>Fil&amp;ters</source>
        <translation>फ़िल्टर</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>कोई भी आकार</translation>
    </message>
    <message>
        <source>Up to {n} GB</source>
        <translation>{n} GB तक</translation>
    </message>
    <message>
        <source>Up to {n} MB</source>
        <translation>{n} MB तक</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>कोई भी लाइसेंस</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>खोजें</translation>
    </message>
    <message>
        <source>Allow the net&amp;work</source>
        <translation>नेटवर्क की अनुमति दें</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>खोज के शब्द</translation>
    </message>
    <message>
        <source>Name of a model, such as smollm2 instruct</source>
        <translation>मॉडल का नाम, जैसे smollm2 instruct</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>रद्द करें</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>प्रारूप</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>अधिकतम आकार</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>लाइसेंस</translation>
    </message>
    <message>
        <source>F&amp;its this machine</source>
        <translation>इस कंप्यूटर के लायक</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>मिले हुए मॉडल</translation>
    </message>
    <message>
        <source>Models to start &amp;with</source>
        <translation>शुरुआत के मॉडल</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>सेटिंग्स पढ़ी नहीं जा सकतीं</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>ऑफ़लाइन</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>खोज रद्द की गई।</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Hugging Face से पूछा जा रहा है…</translation>
    </message>
    <message>
        <source>The search did not work</source>
        <translation>खोज नहीं हो सकी</translation>
    </message>
    <message>
        <source>Nothing found. Fewer words or filters may help.</source>
        <translation>कुछ नहीं मिला। कम शब्द या फ़िल्टर मदद कर सकते हैं।</translation>
    </message>
    <message>
        <source>{count} found, most downloaded first.</source>
        <translation>{count} मिले, सबसे अधिक डाउनलोड वाले पहले।</translation>
    </message>
    <message>
        <source>The settings cannot be changed</source>
        <translation>सेटिंग्स बदली नहीं जा सकतीं</translation>
    </message>
    <message>
        <source>Det&amp;ails</source>
        <translation>विवर&amp;ण</translation>
    </message>
    <message>
        <source>&amp;Talk to it as it is</source>
        <translation>जैसा है वैसे बात करें</translation>
    </message>
    <message>
        <source>Take it &amp;off the list</source>
        <translation>सूची से हटाएँ</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>फ़ाइल अपनी जगह रहती है।</translation>
    </message>
    <message>
        <source>&lt;b&gt;Trains here:&lt;/b&gt; {text}</source>
        <translation>&lt;b&gt;यहाँ प्रशिक्षण:&lt;/b&gt; {text}</translation>
    </message>
    <message>
        <source>{name}. Trains here: {text}</source>
        <translation>{name}। यहाँ प्रशिक्षण: {text}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>मॉडल छाँटें</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>छाँटें</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>इस कंप्यूटर के मॉडल</translation>
    </message>
    <message>
        <source>Clear the filt&amp;er</source>
        <translation>छँटाई हटाएँ</translation>
    </message>
    <message>
        <source>Choose a model in the list.</source>
        <translation>सूची में से मॉडल चुनें।</translation>
    </message>
    <message>
        <source>Looking for models on this disk…</source>
        <translation>इस डिस्क पर मॉडल खोजे जा रहे हैं…</translation>
    </message>
    <message>
        <source>The models could not be listed</source>
        <translation>मॉडलों की सूची नहीं बन सकी</translation>
    </message>
    <message>
        <source>None of the {found} models here has “{filter}” in its name or in the line below it.</source>
        <translation>यहाँ के {found} मॉडलों में किसी के नाम या नीचे की पंक्ति में “{filter}” नहीं है।</translation>
    </message>
    <message>
        <source>{shown} of {found} shown.</source>
        <translation>{found} में से {shown} दिखाए गए।</translation>
    </message>
    <message>
        <source>{name} was not added</source>
        <translation>{name} नहीं जोड़ा गया</translation>
    </message>
    <message>
        <source>{name} (the sample)</source>
        <translation>{name} (नमूना)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;वापस लें</translation>
    </message>
    <message>
        <source>It is still in the bin</source>
        <translation>यह अभी भी बिन में है</translation>
    </message>
    <message>
        <source>Move it to the &amp;bin</source>
        <translation>रद्दी में डालें</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>जोड़ें</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>फ़ाइल…</translation>
    </message>
    <message>
        <source>A f&amp;older…</source>
        <translation>फ़ोल्डर…</translation>
    </message>
    <message>
        <source>&amp;Look for models again</source>
        <translation>मॉडल फिर खोजें</translation>
    </message>
    <message>
        <source>Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here.</source>
        <translation>यहाँ सिर्फ़ नमूना है। Hugging Face से कोई मॉडल लें, या GGUF फ़ाइल या मॉडल का फ़ोल्डर यहाँ छोड़ें।</translation>
    </message>
    <message>
        <source>Moving {name} to the bin…</source>
        <translation>{name} कूड़ेदान में जा रहा है…</translation>
    </message>
    <message>
        <source>{name} stays where it is</source>
        <translation>{name} वहीं रहता है</translation>
    </message>
    <message>
        <source>A part of {name} is in the bin</source>
        <translation>{name} का एक हिस्सा बिन में है</translation>
    </message>
    <message>
        <source>The system&apos;s bin did not take {path}. Delete it in your files.</source>
        <translation>सिस्टम के कूड़ेदान ने {path} नहीं लिया। अपनी फ़ाइलों में जाकर हटाएँ।</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>एक मॉडल चुनें</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>मॉडल (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder with safetensors</source>
        <translation>safetensors वाला फ़ोल्डर चुनें</translation>
    </message>
    <message>
        <source>Comes with Luthier</source>
        <translation>Luthier के साथ आता है</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>{source} से</translation>
    </message>
    <message>
        <source>A model is being converted.</source>
        <translation>एक मॉडल बदला जा रहा है।</translation>
    </message>
    <message>
        <source>On this &amp;computer</source>
        <translation>इस कंप्यूटर पर</translation>
    </message>
    <message>
        <source>From &amp;Hugging Face</source>
        <translation>Hugging Face से</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>मॉडल</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>यह मॉडल उपयोग करें</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>डाउनलोड करें</translation>
    </message>
    <message>
        <source>The download cannot be deleted</source>
        <translation>डाउनलोड हटाया नहीं जा सकता</translation>
    </message>
    <message>
        <source>Trains a smaller copy ({picked}). The original stays.</source>
        <translation>छोटी कॉपी ({picked}) को प्रशिक्षित करता है। मूल बना रहता है।</translation>
    </message>
    <message>
        <source>This model does not train here.</source>
        <translation>यह मॉडल यहाँ प्रशिक्षित नहीं होता।</translation>
    </message>
    <message>
        <source>{bytes} to download</source>
        <translation>{bytes} डाउनलोड होंगे</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>मॉडल</translation>
    </message>
    <message>
        <source>fits this machine</source>
        <translation>इस कंप्यूटर के लायक</translation>
    </message>
    <message>
        <source>too large for this machine</source>
        <translation>इस कंप्यूटर के लिए बहुत बड़ा</translation>
    </message>
    <message>
        <source>does not train</source>
        <translation>प्रशिक्षित नहीं होता</translation>
    </message>
    <message>
        <source>No. {trouble} {hint}</source>
        <translation>नहीं। {trouble} {hint}</translation>
    </message>
    <message>
        <source>Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.</source>
        <translation>अभी नहीं: प्रशिक्षण के लिए उपलब्ध {free} में से {need} चाहिए। दूसरे प्रोग्राम बंद करें, या छोटा मॉडल लें।</translation>
    </message>
    <message>
        <source>Yes, but tightly: needs {need} of {free} free for training.</source>
        <translation>हाँ, पर मुश्किल से: प्रशिक्षण के लिए उपलब्ध {free} में से {need} चाहिए।</translation>
    </message>
    <message>
        <source>small, for a first try</source>
        <translation>छोटा, पहली बार आज़माने के लिए</translation>
    </message>
    <message>
        <source>Yes, needs {need} of {free} free for training.</source>
        <translation>हाँ, प्रशिक्षण के लिए उपलब्ध {free} में से {need} चाहिए।</translation>
    </message>
    <message>
        <source>Yes, made smaller: as {smaller} it {short} of {budget} free for training.</source>
        <translation>हाँ, छोटा करके: {smaller} के रूप में यह प्रशिक्षण के लिए ख़ाली {budget} में से {short}।</translation>
    </message>
    <message>
        <source>as {smaller} {short}</source>
        <translation>{smaller} के रूप में {short}</translation>
    </message>
    <message>
        <source>needs about {need}</source>
        <translation>लगभग {need} चाहिए</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>, मुश्किल से</translation>
    </message>
    <message>
        <source>, too large now</source>
        <translation>, अभी बहुत बड़ा</translation>
    </message>
    <message>
        <source>used by 1 run</source>
        <translation>1 प्रशिक्षण में उपयोग</translation>
    </message>
    <message>
        <source>used by {n_runs} runs</source>
        <translation>{n_runs} प्रशिक्षणों में उपयोग</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> और दूसरे</translation>
    </message>
    <message>
        <source>not named. Ask its publisher before you share what you train from it</source>
        <translation>नहीं बताया गया। इससे प्रशिक्षित मॉडल साझा करने से पहले इसके प्रकाशक से पूछें</translation>
    </message>
    <message>
        <source>{name} ({bytes}) is in the bin.</source>
        <translation>{name} ({bytes}) बिन में है।</translation>
    </message>
    <message>
        <source>Without it, {shown} cannot be continued, exported or used in Chat.</source>
        <translation>इसके बिना {shown} न आगे चल सकता है, न निर्यात हो सकता है, न उससे बात हो सकती है।</translation>
    </message>
    <message>
        <source>{weights}, {parameters} parameters</source>
        <translation>{weights}, {parameters} पैरामीटर</translation>
    </message>
    <message>
        <source>GGUF file</source>
        <translation>GGUF फ़ाइल</translation>
    </message>
    <message>
        <source>safetensors folder</source>
        <translation>safetensors फ़ोल्डर</translation>
    </message>
    <message>
        <source>{context} tokens, about {words} words</source>
        <translation>{context} टोकन, लगभग {words} शब्द</translation>
    </message>
    <message>
        <source>Yes: it knows whose turn it is</source>
        <translation>हाँ: इसे पता है किसकी बारी है</translation>
    </message>
    <message>
        <source>No: it continues text</source>
        <translation>नहीं: यह टेक्स्ट आगे बढ़ाता है</translation>
    </message>
    <message>
        <source>, so it can learn from conversations</source>
        <translation>, इसलिए बातचीत से सीख सकता है</translation>
    </message>
    <message>
        <source>, so train it on plain text</source>
        <translation>, इसलिए इसे सादे टेक्स्ट से प्रशिक्षित करें</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>परिवार</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>भार</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>यहाँ सबसे अच्छा</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>संदर्भ</translation>
    </message>
    <message>
        <source>too large for this computer now</source>
        <translation>अभी इस कंप्यूटर के लिए बहुत बड़ा</translation>
    </message>
    <message>
        <source>fits this computer, but tightly</source>
        <translation>इस कंप्यूटर पर मुश्किल से समाता है</translation>
    </message>
    <message>
        <source>good choice for this computer</source>
        <translation>इस कंप्यूटर के लिए अच्छा विकल्प</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>चैट टेम्पलेट</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>किसमें उपयोग</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>अभी कोई प्रशिक्षण नहीं</translation>
    </message>
    <message>
        <source>free for any use</source>
        <translation>हर उपयोग के लिए मुक्त</translation>
    </message>
    <message>
        <source>{licence}, which {licence_note}</source>
        <translation>{licence}, जो {licence_note}</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>अनुमति चाहिए</translation>
    </message>
    <message>
        <source>{downloads} downloads</source>
        <translation>{downloads} डाउनलोड</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>अज्ञात</translation>
    </message>
    <message>
        <source>This version of Luthier does not train its architecture ({which}).</source>
        <translation>Luthier का यह संस्करण इसकी संरचना ({which}) प्रशिक्षित नहीं करता।</translation>
    </message>
    <message>
        <source>Training needs about {need}: too much for this machine.</source>
        <translation>प्रशिक्षण को लगभग {need} चाहिए: इस मशीन के लिए ज़्यादा।</translation>
    </message>
    <message>
        <source>Trains here: training its smallest form needs about {need}.</source>
        <translation>यहाँ प्रशिक्षित होता है: इसके सबसे छोटे रूप को लगभग {need} चाहिए।</translation>
    </message>
    <message>
        <source>{name} · {bytes} · training: {takes}</source>
        <translation>{name} · {bytes} · प्रशिक्षण: {takes}</translation>
    </message>
    <message>
        <source>Progress of {title}</source>
        <translation>{title} की प्रगति</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>विराम</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>फ़ाइलें</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>{name} की प्रगति</translation>
    </message>
    <message>
        <source>connection lost, trying again</source>
        <translation>कनेक्शन टूटा, फिर कोशिश</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>प्रतीक्षा में</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>जाँच हो रही है</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>हटाएँ</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>मिटाएँ</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>फिर शुरू करें</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>दिखाएँ</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>फिर कोशिश करें</translation>
    </message>
    <message>
        <source>Not finished · {done} of {total}</source>
        <translation>अधूरा · {total} में से {done}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>प्रतीक्षा में</translation>
    </message>
    <message>
        <source>Stopped. The part that was downloaded is kept.</source>
        <translation>रोका गया। जो आया वह रखा है।</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>रद्द किया गया।</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{total} में से {done}</translation>
    </message>
    <message>
        <source>Done: {size} in {seconds}, checksums right.</source>
        <translation>हुआ: {seconds} में {size}, चेकसम सही।</translation>
    </message>
    <message>
        <source>Done in {seconds}: {before} before, {after} now. {notes}</source>
        <translation>{seconds} में हुआ: पहले {before}, अब {after}। {notes}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>पूरा हुआ।</translation>
    </message>
    <message>
        <source>Downloads and conversions</source>
        <translation>डाउनलोड और रूपांतरण</translation>
    </message>
    <message>
        <source>To lose little in so small a file, the model first reads some text, which takes a while. Choose text like what you will use it for.</source>
        <translation>इतनी छोटी फ़ाइल में कम खोए, इसके लिए मॉडल पहले कुछ पाठ पढ़ता है, जिसमें थोड़ा समय लगता है। वैसा पाठ चुनें जैसे काम में आप इसे लाएँगे।</translation>
    </message>
    <message>
        <source>Types of weights</source>
        <translation>भार के प्रकार</translation>
    </message>
    <message>
        <source>Sho&amp;w all types</source>
        <translation>सभी प्रकार दिखाएँ</translation>
    </message>
    <message>
        <source>Ma&amp;ke this file</source>
        <translation>यह फ़ाइल बनाएँ</translation>
    </message>
    <message>
        <source>Text to lear&amp;n from</source>
        <translation>सीखने का पाठ</translation>
    </message>
    <message>
        <source>Text and rows (*.txt *.md *.jsonl *.json);;All files (*)</source>
        <translation>पाठ और पंक्तियाँ (*.txt *.md *.jsonl *.json);;सभी फ़ाइलें (*)</translation>
    </message>
    <message>
        <source>A text or JSONL file</source>
        <translation>पाठ या JSONL फ़ाइल</translation>
    </message>
    <message>
        <source>Convert and make it smaller</source>
        <translation>बदलें और छोटा करें</translation>
    </message>
    <message>
        <source>Make it smaller</source>
        <translation>इसे छोटा करें</translation>
    </message>
    <message>
        <source>&lt;b&gt;{what}.&lt;/b&gt; Takes less memory; very small files answer worse. The original stays.</source>
        <translation>&lt;b&gt;{what}।&lt;/b&gt; कम मेमोरी लेता है; बहुत छोटी फ़ाइलें ख़राब उत्तर देती हैं। मूल बना रहता है।</translation>
    </message>
    <message>
        <source>Use the file as it is.</source>
        <translation>फ़ाइल जैसी है वैसी इस्तेमाल करें।</translation>
    </message>
    <message>
        <source>{quantization} · as it is, {bytes}</source>
        <translation>{quantization} · जैसा है, {bytes}</translation>
    </message>
    <message>
        <source>too large now</source>
        <translation>अभी बहुत बड़ा</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>मुश्किल से</translation>
    </message>
    <message>
        <source>{name} · about {weights}, training needs about {need}: {word}</source>
        <translation>{name} · लगभग {weights}, प्रशिक्षण को लगभग {need} चाहिए: {word}</translation>
    </message>
    <message>
        <source>Grap&amp;hs</source>
        <translation>ग्राफ़</translation>
    </message>
    <message>
        <source>Answers over ti&amp;me</source>
        <translation>समय के साथ उत्तर</translation>
    </message>
    <message>
        <source>Settin&amp;gs</source>
        <translation>सेटिंग्स</translation>
    </message>
    <message>
        <source>&amp;What happened</source>
        <translation>क्या हुआ</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>प्रशिक्षण का क्या देखें</translation>
    </message>
    <message>
        <source>step {value}</source>
        <translation>चरण {value}</translation>
    </message>
    <message>
        <source>after {value}</source>
        <translation>{value} के बाद</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>अच्छा</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>सूचना</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>चेतावनी</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>त्रुटि</translation>
    </message>
    <message>
        <source>&amp;Copy details</source>
        <translation>विवरण कॉपी करें</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>वहाँ जाएँ</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>रोकें और रखें</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>पढ़ा जा रहा है</translation>
    </message>
    <message>
        <source>This run&apos;s records are being read.</source>
        <translation>इस प्रशिक्षण ने जो लिखा वह पढ़ा जा रहा है।</translation>
    </message>
    <message>
        <source>Go to {title}</source>
        <translation>{title} पर जाएँ</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>विराम</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>फिर शुरू करें</translation>
    </message>
    <message>
        <source>Keep &amp;waiting</source>
        <translation>प्रतीक्षा जारी रखें</translation>
    </message>
    <message>
        <source>Restart from the &amp;last checkpoint</source>
        <translation>आख़िरी चेकपॉइंट से फिर शुरू करें</translation>
    </message>
    <message>
        <source>Is it better?</source>
        <translation>क्या यह बेहतर है?</translation>
    </message>
    <message>
        <source>Rows that were &amp;kept for testing</source>
        <translation>जाँच के लिए रखी पंक्तियाँ</translation>
    </message>
    <message>
        <source>Some of the rows that it was &amp;trained on</source>
        <translation>कुछ पंक्तियाँ जिनसे इसने सीखा</translation>
    </message>
    <message>
        <source>Questions from a fi&amp;le</source>
        <translation>फ़ाइल से प्रश्न (&amp;L)</translation>
    </message>
    <message>
        <source>&amp;File with questions and answers</source>
        <translation>प्रश्नों और उत्तरों की फ़ाइल (&amp;F)</translation>
    </message>
    <message>
        <source>In the form of training data</source>
        <translation>प्रशिक्षण डेटा के रूप में</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>इससे तुलना करें</translation>
    </message>
    <message>
        <source>When an answer is right</source>
        <translation>उत्तर कब सही है</translation>
    </message>
    <message>
        <source>Text to look for</source>
        <translation>खोजा जाने वाला पाठ</translation>
    </message>
    <message>
        <source>Talk to &amp;it</source>
        <translation>इससे बात करें</translation>
    </message>
    <message>
        <source>Ask &amp;both</source>
        <translation>दोनों से पूछें (&amp;B)</translation>
    </message>
    <message>
        <source>the model before training</source>
        <translation>प्रशिक्षण से पहले का मॉडल</translation>
    </message>
    <message>
        <source>What to ask</source>
        <translation>क्या पूछना है</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>और</translation>
    </message>
    <message>
        <source>Is it better? {title}</source>
        <translation>क्या यह बेहतर है? {title}</translation>
    </message>
    <message>
        <source>The answers are ready.</source>
        <translation>जवाब तैयार हैं।</translation>
    </message>
    <message>
        <source>The answers of {run} are ready.</source>
        <translation>{run} के जवाब तैयार हैं।</translation>
    </message>
    <message>
        <source>&amp;Show them</source>
        <translation>दिखाएँ</translation>
    </message>
    <message>
        <source>The last time: {verdict}</source>
        <translation>पिछली बार: {verdict}</translation>
    </message>
    <message>
        <source>The models could not be asked</source>
        <translation>मॉडलों से पूछा नहीं जा सका</translation>
    </message>
    <message>
        <source>Choose the file with the questions.</source>
        <translation>प्रश्नों वाली फ़ाइल चुनें।</translation>
    </message>
    <message>
        <source>Say which text to look for.</source>
        <translation>बताएँ कि कौन-सा पाठ खोजना है।</translation>
    </message>
    <message>
        <source>The choice could not be kept</source>
        <translation>चुनाव सहेजा नहीं जा सका</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>क्या पूछा जाता है</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>इससे तुलना करें (&amp;W)</translation>
    </message>
    <message>
        <source>When an answer is &amp;right</source>
        <translation>उत्तर कब सही है (&amp;R)</translation>
    </message>
    <message>
        <source>Res&amp;ume training</source>
        <translation>प्रशिक्षण फिर शुरू करें</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>निगरानी</translation>
    </message>
    <message>
        <source>New &amp;training</source>
        <translation>नया प्रशिक्षण</translation>
    </message>
    <message>
        <source>&amp;Stop and keep</source>
        <translation>रोकें और रखें</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>रद्द करें</translation>
    </message>
    <message>
        <source>Save chec&amp;kpoint</source>
        <translation>चेकपॉइंट सहेजें</translation>
    </message>
    <message>
        <source>Keeps what it has learnt so far, to go back to or to talk to.</source>
        <translation>अब तक जो सीखा है उसे रखता है, ताकि उस पर लौटा जा सके या उससे बात की जा सके।</translation>
    </message>
    <message>
        <source>Ask &amp;it now</source>
        <translation>अभी पूछें</translation>
    </message>
    <message>
        <source>A new training that begins with what this one has learnt.</source>
        <translation>एक नया प्रशिक्षण, जो इसके सीखे हुए से शुरू होता है।</translation>
    </message>
    <message>
        <source>Again, with &amp;other settings</source>
        <translation>दूसरी सेटिंग से फिर</translation>
    </message>
    <message>
        <source>A new training that begins where this one began.</source>
        <translation>एक नया प्रशिक्षण, जो वहीं से शुरू होता है जहाँ यह शुरू हुआ था।</translation>
    </message>
    <message>
        <source>The model answers its questions now, as far as it has learnt.</source>
        <translation>मॉडल अभी अपने प्रश्नों के उत्तर देता है, जितना उसने सीखा है।</translation>
    </message>
    <message>
        <source>Carr&amp;y on here</source>
        <translation>यहाँ जारी रखें</translation>
    </message>
    <message>
        <source>Ends the training there, and goes on from its newest checkpoint on this computer.</source>
        <translation>वहाँ प्रशिक्षण समाप्त करता है, और उसके सबसे नए चेकपॉइंट से इस कंप्यूटर पर जारी रखता है।</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>निर्यात</translation>
    </message>
    <message>
        <source>Is it bette&amp;r?</source>
        <translation>क्या यह बेहतर है? (&amp;R)</translation>
    </message>
    <message>
        <source>Asks the same questions of the model before and after the training.</source>
        <translation>प्रशिक्षण से पहले और बाद के मॉडल से वही प्रश्न पूछता है।</translation>
    </message>
    <message>
        <source>Train mor&amp;e</source>
        <translation>और सि&amp;खाएँ</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;विवरण</translation>
    </message>
    <message>
        <source>The training is about to end.</source>
        <translation>प्रशिक्षण ख़त्म होने वाला है।</translation>
    </message>
    <message>
        <source>&amp;Back to the settings</source>
        <translation>सेटिंग्स पर वापस</translation>
    </message>
    <message>
        <source>Show the r&amp;unning one</source>
        <translation>चल रहा दिखाएँ</translation>
    </message>
    <message>
        <source>{title} is being trained.</source>
        <translation>{title} का प्रशिक्षण चल रहा है।</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>सब दिखाएँ</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves; this button shows everything again.</source>
        <translation>पहिया ज़ूम करता है, खींचना हिलाता है; यह फिर सब दिखाता है।</translation>
    </message>
    <message>
        <source>What the model is to answer now</source>
        <translation>मॉडल को अब किसका उत्तर देना है</translation>
    </message>
    <message>
        <source>Ask it something, or begin a text…</source>
        <translation>इससे कुछ पूछें, या टेक्स्ट शुरू करें…</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>अभी उत्तर दें</translation>
    </message>
    <message>
        <source>It is answered after the current step.</source>
        <translation>चल रहे चरण के बाद इसका उत्तर आता है।</translation>
    </message>
    <message>
        <source>Before and now</source>
        <translation>पहले और अब</translation>
    </message>
    <message>
        <source>Answers to: {prompt}</source>
        <translation>इस पर उत्तर: {prompt}</translation>
    </message>
    <message>
        <source>(It says nothing.)</source>
        <translation>(वह कुछ नहीं कहता।)</translation>
    </message>
    <message>
        <source>Sa&amp;ve graphs</source>
        <translation>ग्राफ़ सहेजें</translation>
    </message>
    <message>
        <source>As a &amp;picture (PNG)…</source>
        <translation>चित्र के रूप में (PNG)…</translation>
    </message>
    <message>
        <source>As a &amp;table (CSV)…</source>
        <translation>तालिका के रूप में (CSV)…</translation>
    </message>
    <message>
        <source>Save the graphs as a picture</source>
        <translation>ग्राफ़ को चित्र के रूप में सहेजें</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>चित्र (*.png)</translation>
    </message>
    <message>
        <source>Save the numbers as a table</source>
        <translation>संख्याओं को तालिका के रूप में सहेजें</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>तालिका (*.csv)</translation>
    </message>
    <message>
        <source>It could not be saved</source>
        <translation>यह सहेजा नहीं जा सका</translation>
    </message>
    <message>
        <source>{why}. Choose another folder.</source>
        <translation>{why}। दूसरा फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>साझा करें</translation>
    </message>
    <message>
        <source>A picture of one answer before and after, to show to others.</source>
        <translation>एक उत्तर की पहले और बाद की तस्वीर, दूसरों को दिखाने के लिए।</translation>
    </message>
    <message>
        <source>{model} · {minutes} on {computer} · Luthier</source>
        <translation>{model} · {computer} पर {minutes} · Luthier</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>फ़ोल्डर खोलें</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>सहेजा गया</translation>
    </message>
    <message>
        <source>{name} is in the folder {folder}.</source>
        <translation>{name} फ़ोल्डर {folder} में है।</translation>
    </message>
    <message>
        <source>{parent} does not take the picture</source>
        <translation>{parent} चित्र नहीं लेता</translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation>केवल वे पंक्तियाँ जिनमें हैं</translation>
    </message>
    <message>
        <source>left out, and learnt not to think</source>
        <translation>छोड़े गए, और न सोचना सीखा</translation>
    </message>
    <message>
        <source>Held-out data</source>
        <translation>अलग रखा डेटा</translation>
    </message>
    <message>
        <source>Goes on from</source>
        <translation>यहाँ से जारी</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>शुरू</translation>
    </message>
    <message>
        <source>{max_steps} steps</source>
        <translation>{max_steps} चरण</translation>
    </message>
    <message>
        <source>{epochs} times all data</source>
        <translation>सारा डेटा {epochs} बार</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>लंबाई</translation>
    </message>
    <message>
        <source>{context} tokens</source>
        <translation>{context} टोकन</translation>
    </message>
    <message>
        <source>{rank}, strength {alpha}</source>
        <translation>{rank}, ताक़त {alpha}</translation>
    </message>
    <message>
        <source>Rows a step</source>
        <translation>हर चरण में पंक्तियाँ</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>अलग रखा</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>कुछ नहीं</translation>
    </message>
    <message>
        <source>every {eval_every} steps</source>
        <translation>हर {eval_every} चरण</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>पहले और बाद में</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>मूल्यांकित</translation>
    </message>
    <message>
        <source>every {save_every} steps</source>
        <translation>हर {save_every} चरण</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>अंत में</translation>
    </message>
    <message>
        <source>{saved}; the newest {keep_checkpoints} and the best stay</source>
        <translation>{saved}; सबसे नए {keep_checkpoints} और सबसे अच्छा रहते हैं</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>नमूना</translation>
    </message>
    <message>
        <source>Adapted parts</source>
        <translation>अनुकूलित भाग</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>परतें</translation>
    </message>
    <message>
        <source>the last answer only</source>
        <translation>केवल आख़िरी उत्तर</translation>
    </message>
    <message>
        <source>every turn</source>
        <translation>हर बारी</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>थ्रेड</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>प्राथमिकता</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>बीज</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>इसके अलावा</translation>
    </message>
    <message>
        <source>falling in a line</source>
        <translation>सीधी रेखा में गिरती</translation>
    </message>
    <message>
        <source>falling in a curve</source>
        <translation>वक्र में गिरती</translation>
    </message>
    <message>
        <source>held</source>
        <translation>स्थिर</translation>
    </message>
    <message>
        <source>What it was asked to do</source>
        <translation>उससे क्या माँगा गया</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>क्या हुआ</translation>
    </message>
    <message>
        <source>Nothing is training yet.

Start one on the Train page, or open an earlier one on the Runs page; its graphs appear here.</source>
        <translation>अभी कोई प्रशिक्षण नहीं चल रहा।

प्रशिक्षण पेज पर शुरू करें, या इतिहास पेज पर पुराना खोलें; उसके ग्राफ़ यहाँ दिखेंगे।</translation>
    </message>
    <message>
        <source>Here you can read how the model&apos;s answers change while it learns.

Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the Train page are answered by themselves at each evaluation.</source>
        <translation>यहाँ पढ़ सकते हैं कि सीखते हुए मॉडल के उत्तर कैसे बदलते हैं।

ऊपर उससे कुछ पूछें: वह पहले जैसा और अब जैसा, दोनों उत्तर देता है। प्रशिक्षण पृष्ठ पर लिखे प्रॉम्प्ट का उत्तर हर मूल्यांकन पर अपने आप आता है।</translation>
    </message>
    <message>
        <source>Here you will read what the model answers: before the training, and now. If your data has no questions, ask something under Details, Answers over time.</source>
        <translation>यहाँ आप पढ़ेंगे कि मॉडल क्या उत्तर देता है: प्रशिक्षण से पहले, और अब। आपके डेटा में प्रश्न न हों, तो विवरण में “समय के साथ उत्तर” में कुछ पूछें।</translation>
    </message>
    <message>
        <source>One of the questions that it learns from.</source>
        <translation>उन प्रश्नों में से एक, जिनसे यह सीखता है।</translation>
    </message>
    <message>
        <source>Reading the run&apos;s records…</source>
        <translation>जो लिखा गया वह पढ़ा जा रहा है…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>इस चरण के बाद विराम…</translation>
    </message>
    <message>
        <source>Stopping after this step…</source>
        <translation>इस चरण के बाद रुकेगा…</translation>
    </message>
    <message>
        <source>Paused, {waits_for}</source>
        <translation>रुका हुआ, {waits_for}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>विराम में</translation>
    </message>
    <message>
        <source> in another program</source>
        <translation> दूसरे प्रोग्राम में</translation>
    </message>
    <message>
        <source> on {computer}</source>
        <translation> {computer} पर</translation>
    </message>
    <message>
        <source>Training{where}: step {step}</source>
        <translation>प्रशिक्षण{where}: चरण {step}</translation>
    </message>
    <message>
        <source>Training{where}</source>
        <translation>प्रशिक्षण चल रहा है{where}</translation>
    </message>
    <message>
        <source>Training{where}: the first step…</source>
        <translation>प्रशिक्षण चल रहा है{where}: पहला चरण…</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>शुरू हो रहा है</translation>
    </message>
    <message>
        <source> · {seconds_left} left</source>
        <translation> · {seconds_left} शेष</translation>
    </message>
    <message>
        <source>The training has stopped. Resume it to ask here, or talk to it.</source>
        <translation>प्रशिक्षण रुक गया है। यहाँ पूछने के लिए उसे फिर शुरू करें, या मॉडल से बात करें।</translation>
    </message>
    <message>
        <source>The training has ended.</source>
        <translation>प्रशिक्षण समाप्त हुआ।</translation>
    </message>
    <message>
        <source>Training is finished: talk to it.</source>
        <translation>प्रशिक्षण पूरा हुआ: मॉडल से बात करें।</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>दूसरा प्रोग्राम इसे प्रशिक्षित कर रहा है।</translation>
    </message>
    <message>
        <source>You can ask it as soon as the training has begun.</source>
        <translation>प्रशिक्षण शुरू होते ही इससे पूछा जा सकता है।</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>प्रशिक्षण से पहले</translation>
    </message>
    <message>
        <source>After {steps}</source>
        <translation>{steps} के बाद</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps</source>
        <comment>{n} step</comment>
        <translation>
            <numerusform>{n} चरण</numerusform>
            <numerusform>{n} चरण</numerusform>
        </translation>
    </message>
    <message>
        <source>After training</source>
        <translation>प्रशिक्षण के बाद</translation>
    </message>
    <message>
        <source>The training process has gone silent</source>
        <translation>प्रशिक्षण का प्रोसेस अब कुछ नहीं कहता</translation>
    </message>
    <message>
        <source>It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.</source>
        <translation>{silence} से इससे कुछ नहीं आया: बाहर से रोका गया, या अटका है।</translation>
    </message>
    <message>
        <source>This step takes far longer than those before it</source>
        <translation>यह चरण पिछलों से बहुत ज़्यादा समय ले रहा है</translation>
    </message>
    <message>
        <source>The training process is there, but has made no progress for {silence}: it may be stuck.</source>
        <translation>प्रशिक्षण का प्रोसेस है, पर {silence} से आगे नहीं बढ़ा: शायद अटका है।</translation>
    </message>
    <message>
        <source>No checkpoint has been saved yet: to begin anew, cancel it and start it again.</source>
        <translation>अभी कोई चेकपॉइंट नहीं सहेजा गया: नए सिरे से शुरू करने के लिए रद्द करके फिर चलाएँ।</translation>
    </message>
    <message>
        <source>If you restart it, everything up to the checkpoint of step {step} is kept.</source>
        <translation>फिर शुरू करने से चरण {step} के चेकपॉइंट तक का कुछ नहीं जाता।</translation>
    </message>
    <message>
        <source>{what} Luthier does not end it by itself. {kept}</source>
        <translation>{what} यह अपने आप बंद नहीं किया जाता। {kept}</translation>
    </message>
    <message>
        <source>graphics card</source>
        <translation>ग्राफ़िक्स कार्ड</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>लॉस</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>हर चरण</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>अस्वीकृत</translation>
    </message>
    <message>
        <source>used by training</source>
        <translation>प्रशिक्षण में प्रयुक्त</translation>
    </message>
    <message>
        <source>free</source>
        <translation>खाली</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>ग्रेडिएंट नॉर्म</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>गति</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>मेमोरी, GB</translation>
    </message>
    <message>
        <source>Memory: the training process uses {rss}, at most {peak} so far{card}.</source>
        <translation>मेमोरी: प्रशिक्षण प्रक्रिया {rss} लेती है, अब तक ज़्यादा से ज़्यादा {peak}{card}।</translation>
    </message>
    <message>
        <source>The system has {available} free.</source>
        <translation>सिस्टम में {available} खाली है।</translation>
    </message>
    <message>
        <source>Learning rate {rate} at the last step.</source>
        <translation>आख़िरी कदम पर लर्निंग रेट {rate}।</translation>
    </message>
    <message>
        <source>Gradient norm {norm} at the last step.</source>
        <translation>आख़िरी कदम पर ग्रेडिएंट नॉर्म {norm}।</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>सीखना</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>समतल की हुई</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>मूल्यांकन</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>टोकन/से</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>अधिकतम</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>दूरी</translation>
    </message>
    <message>
        <source>How far off it still is (loss), lower is better</source>
        <translation>अभी कितना दूर है (loss), कम बेहतर है</translation>
    </message>
    <message>
        <source>Size of the steps</source>
        <translation>कदमों का आकार</translation>
    </message>
    <message>
        <source>Memory that is free, GB</source>
        <translation>खाली मेमोरी, GB</translation>
    </message>
    <message>
        <source>Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the last of {evaluations} evaluations.</source>
        <translation>{steps} चरणों में लॉस: शुरू में {first}, अब {loss}, समतल {smoothed}, {evaluations} मूल्यांकनों के आख़िरी पर {evaluated}।</translation>
    </message>
    <message>
        <source>What it knew before: up to {low} kept, from {high} on much changed</source>
        <translation>पहले का ज्ञान: {low} तक बना हुआ, {high} से बहुत बदला</translation>
    </message>
    <message>
        <source>How likely the answers are, in nats</source>
        <translation>जवाब कितने संभावित हैं, नैट में</translation>
    </message>
    <message>
        <source>Speed: {now} tokens per second now, {mean} on average.</source>
        <translation>गति: अभी {now} टोकन प्रति सेकंड, औसत {mean}।</translation>
    </message>
    <message>
        <source>; {on_card} of the graphics card&apos;s are taken</source>
        <translation>; ग्राफ़िक्स कार्ड की {on_card} लगी है</translation>
    </message>
    <message>
        <source>{name} is still in the bin: put it back from there.</source>
        <translation>{name} अभी भी बिन में है: उसे वहीं से वापस रखें।</translation>
    </message>
    <message>
        <source>{name} could not be deleted: {why}.</source>
        <translation>{name} हटाया नहीं जा सका: {why}।</translation>
    </message>
    <message>
        <source>{folder} is there already</source>
        <translation>{folder} पहले से है</translation>
    </message>
    <message>
        <source>{name} could not be put back: {why}.</source>
        <translation>{name} वापस नहीं रखा जा सका: {why}।</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>चरण</translation>
    </message>
    <message>
        <source>Tokens read, thousands</source>
        <translation>पढ़े गए टोकन, हज़ार</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>मिनट</translation>
    </message>
    <message>
        <source>Loss of {runs} runs by {title}. In the end {names}.</source>
        <translation>{title} के अनुसार {runs} प्रशिक्षणों का लॉस। अंत में {names}।</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>चरण</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>टोकन</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>समय</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>सूची पर वापस</translation>
    </message>
    <message>
        <source>Horizontal axis of the losses</source>
        <translation>लॉस किसके अनुसार खींचे गए हैं</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>चित्र सहेजें…</translation>
    </message>
    <message>
        <source>Save the &amp;numbers…</source>
        <translation>संख्याएँ सहेजें…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>परिणाम</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>किन बातों में अंतर है</translation>
    </message>
    <message>
        <source>What they write</source>
        <translation>वे क्या लिखते हैं</translation>
    </message>
    <message>
        <source>Model, data and all settings are the same.</source>
        <translation>मॉडल, डेटा और सभी सेटिंग्स एक जैसी हैं।</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>चित्र सहेजें</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>चित्र (*.png)</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} लिखा नहीं जा सका। अपना कोई फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>संख्याएँ सहेजें</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>तालिकाएँ (*.csv)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>इतिहास</translation>
    </message>
    <message>
        <source>Show the lar&amp;gest</source>
        <translation>सबसे बड़े दिखाएँ</translation>
    </message>
    <message>
        <source>Delete the&amp;m…</source>
        <translation>इन्हें हटाएँ…</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>निर्यात</translation>
    </message>
    <message>
        <source>Show the e&amp;xports</source>
        <translation>निर्यात दिखाएँ</translation>
    </message>
    <message>
        <source>{free} free on this disk</source>
        <translation>इस डिस्क पर {free} ख़ाली</translation>
    </message>
    <message>
        <source>Graphs, checkpoints and what was learnt</source>
        <translation>ग्राफ़, चेकपॉइंट और सीखा हुआ</translation>
    </message>
    <message>
        <source>Spare checkpoints</source>
        <translation>अतिरिक्त चेकपॉइंट</translation>
    </message>
    <message>
        <source>All but the newest and the best of each run</source>
        <translation>हर प्रशिक्षण के सबसे नए और सबसे अच्छे को छोड़कर सभी</translation>
    </message>
    <message>
        <source>Downloaded and converted</source>
        <translation>डाउनलोड किए और बदले हुए</translation>
    </message>
    <message>
        <source>Show the m&amp;odels</source>
        <translation>मॉडल दिखाएँ</translation>
    </message>
    <message>
        <source>Files for other programs</source>
        <translation>दूसरे प्रोग्रामों के लिए फ़ाइलें</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>अस्थायी फ़ाइलें</translation>
    </message>
    <message>
        <source>Made again when they are needed, in seconds to minutes</source>
        <translation>ज़रूरत होने पर कुछ सेकंड से कुछ मिनट में फिर बन जाती हैं</translation>
    </message>
    <message>
        <source>Cl&amp;ear them</source>
        <translation>इन्हें हटाएँ</translation>
    </message>
    <message>
        <source>A running training needs them.</source>
        <translation>चल रहे प्रशिक्षण को इनकी ज़रूरत है।</translation>
    </message>
    <message>
        <source>What Luthier keeps</source>
        <translation>Luthier क्या रखता है</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>वापस रखें</translation>
    </message>
    <message>
        <source>Nothing was exported into Luthier&apos;s own folder yet.</source>
        <translation>Luthier के अपने फ़ोल्डर में अभी कुछ निर्यात नहीं हुआ।</translation>
    </message>
    <message>
        <source>{name} is in the bin.</source>
        <translation>{name} कूड़ेदान में है।</translation>
    </message>
    <message>
        <source>It stays.</source>
        <translation>यह रहेगा।</translation>
    </message>
    <message>
        <source>It is back.</source>
        <translation>यह वापस आ गया।</translation>
    </message>
    <message>
        <source>folder for Ollama</source>
        <translation>Ollama के लिए फ़ोल्डर</translation>
    </message>
    <message>
        <source>folder for Python</source>
        <translation>Python के लिए फ़ोल्डर</translation>
    </message>
    <message>
        <source>folder for a bigger machine</source>
        <translation>बड़ी मशीन के लिए फ़ोल्डर</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>पूरा मॉडल</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>अडैप्टर</translation>
    </message>
    <message>
        <source>{trouble}
Damaged lines in what it recorded: {damaged_lines}.</source>
        <translation>{trouble}
दर्ज की गई ख़राब पंक्तियाँ: {damaged_lines}।</translation>
    </message>
    <message>
        <source>Name, tags and notes</source>
        <translation>नाम, टैग और टिप्पणियाँ</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>नाम</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>टैग</translation>
    </message>
    <message>
        <source>style, first try</source>
        <translation>शैली, पहली कोशिश</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>टिप्पणियाँ</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>सहेजें</translation>
    </message>
    <message>
        <source>&amp;Train more, with other data…</source>
        <translation>दूसरे डेटा से और प्रशिक्षित करें…</translation>
    </message>
    <message>
        <source>A&amp;gain, with other settings…</source>
        <translation>दूसरी सेटिंग से फिर…</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>वापस जाएँ</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>नाम</translation>
    </message>
    <message>
        <source>&amp;Tags, with commas between</source>
        <translation>टैग, अल्पविराम से अलग</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>टिप्पणियाँ</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps its name.</source>
        <translation>प्रशिक्षण के फ़ोल्डर का नाम वही रहता है।</translation>
    </message>
    <message>
        <source>&amp;List</source>
        <translation>सूची</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>कतार</translation>
    </message>
    <message>
        <source>D&amp;isk</source>
        <translation>डिस्क</translation>
    </message>
    <message>
        <source>View</source>
        <translation>दृश्य</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>क्रियाएँ</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>तुलना करें</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>खोलें</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>प्रशिक्षण पढ़े नहीं जा सकते</translation>
    </message>
    <message>
        <source>This could not be saved</source>
        <translation>यह सहेजा नहीं जा सका</translation>
    </message>
    <message>
        <source>{name} is in the folder {parent}.</source>
        <translation>{name} फ़ोल्डर {parent} में है।</translation>
    </message>
    <message>
        <source>They cannot be compared</source>
        <translation>इनकी तुलना नहीं हो सकती</translation>
    </message>
    <message>
        <source>A run cannot be read</source>
        <translation>एक प्रशिक्षण पढ़ा नहीं जा सकता</translation>
    </message>
    <message>
        <source>Choose a run folder</source>
        <translation>प्रशिक्षण फ़ोल्डर चुनें</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>कुछ इंतज़ार में नहीं।</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs wait</source>
        <comment>1 run waits</comment>
        <translation>
            <numerusform>{n} प्रशिक्षण प्रतीक्षा में</numerusform>
            <numerusform>{n} प्रशिक्षण प्रतीक्षा में</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} from last time. Continue with them?</source>
        <translation>पिछली बार से {who}। जारी रखें?</translation>
    </message>
    <message>
        <source>{who}. The queue is paused{after}.</source>
        <translation>{who}। कतार रुकी है{after}।</translation>
    </message>
    <message>
        <source>The queue is empty.

While a run is training, you can add more on the Train page. They train one after the other; one that fails does not stop the others.</source>
        <translation>कतार खाली है।

एक प्रशिक्षण चल रहा हो, तब भी आप प्रशिक्षण पेज पर और जोड़ सकते हैं। वे एक के बाद एक चलते हैं; एक विफल हो तो बाकी नहीं रुकते।</translation>
    </message>
    <message>
        <source>{who}. Each starts when the one before it ends.</source>
        <translation>{who}। हर एक तब शुरू होता है जब उससे पहले वाला समाप्त होता है।</translation>
    </message>
    <message>
        <source>{who} until a training in another window or a terminal ends.</source>
        <translation>{who}, जब तक दूसरी विंडो या टर्मिनल में चल रहा प्रशिक्षण समाप्त न हो।</translation>
    </message>
    <message>
        <source>{who}. You stopped a run, so the next does not start by itself.</source>
        <translation>{who}। आपने एक प्रशिक्षण रोका, इसलिए अगला अपने आप शुरू नहीं होता।</translation>
    </message>
    <message>
        <source>, and stays so when this run ends</source>
        <translation>, और यह प्रशिक्षण समाप्त होने पर भी रुकी रहेगी</translation>
    </message>
    <message>
        <source>{who}. Start the queue to train them.</source>
        <translation>{who}। इन्हें चलाने के लिए कतार शुरू करें।</translation>
    </message>
    <message>
        <source>&amp;Start the queue</source>
        <translation>कतार शुरू करें</translation>
    </message>
    <message>
        <source>&amp;Go on with the queue</source>
        <translation>कतार जारी रखें</translation>
    </message>
    <message>
        <source>&amp;Queue ({n})</source>
        <translation>कतार ({n})</translation>
    </message>
    <message>
        <source>Continues where it stopped</source>
        <translation>जहाँ रुका था वहीं से जारी</translation>
    </message>
    <message>
        <source>{epochs:g} epochs</source>
        <translation>{epochs:g} दौर</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>रैंक {rank}</translation>
    </message>
    <message>
        <source>rate {learning_rate}</source>
        <translation>दर {learning_rate}</translation>
    </message>
    <message numerus="yes">
        <source>Other computers train {n} runs of the queue.</source>
        <comment>Another computer trains a run of the queue.</comment>
        <translation>
            <numerusform>एक दूसरा कंप्यूटर कतार का एक प्रशिक्षण कर रहा है।</numerusform>
            <numerusform>दूसरे कंप्यूटर कतार के {n} प्रशिक्षण कर रहे हैं।</numerusform>
        </translation>
    </message>
    <message>
        <source>They finish the step and stop; what was learnt is kept, and the queue can continue it another time.</source>
        <translation>वे चरण पूरा करके रुक जाते हैं; जो सीखा गया वह बना रहता है, और कतार उसे फिर कभी आगे बढ़ा सकती है।</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>रोकें और बंद करें</translation>
    </message>
    <message>
        <source>step {step} / {steps} · {seconds_left} left</source>
        <translation>चरण {step} / {steps} · {seconds_left} बाकी</translation>
    </message>
    <message>
        <source>On {machine} · {done}</source>
        <translation>{machine} पर · {done}</translation>
    </message>
    <message>
        <source>Ot&amp;her computers help with the queue</source>
        <translation>कतार में दूसरे कंप्यूटर भी मदद करें</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>इंतज़ार में प्रशिक्षण</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>ऊपर</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>नीचे</translation>
    </message>
    <message>
        <source>Train this &amp;now</source>
        <translation>इसे अभी प्रशिक्षित करें</translation>
    </message>
    <message>
        <source>Tr&amp;y again</source>
        <translation>फिर कोशिश करें</translation>
    </message>
    <message>
        <source>Loo&amp;k at it</source>
        <translation>इसे देखें</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>हटाएँ</translation>
    </message>
    <message>
        <source>&amp;Begin with a model</source>
        <translation>मॉडल से शुरू करें</translation>
    </message>
    <message>
        <source>&amp;Pause the queue</source>
        <translation>कतार रोकें</translation>
    </message>
    <message>
        <source>Training now</source>
        <translation>अभी प्रशिक्षण में</translation>
    </message>
    <message>
        <source>Progress of the run that is trained</source>
        <translation>चल रहे प्रशिक्षण की प्रगति</translation>
    </message>
    <message>
        <source>L&amp;ook at it now</source>
        <translation>अभी देखें</translation>
    </message>
    <message>
        <source>, {eval_first} before training</source>
        <translation>, प्रशिक्षण से पहले {eval_first}</translation>
    </message>
    <message>
        <source>On text it had not seen: {eval_last} at last{before}</source>
        <translation>जो पाठ उसने नहीं देखा था, उस पर: अंत में {eval_last}{before}</translation>
    </message>
    <message>
        <source>Best: {eval_best} after {eval_best_step} steps</source>
        <translation>सबसे अच्छा: {eval_best_step} चरणों के बाद {eval_best}</translation>
    </message>
    <message>
        <source>Of the last step: {loss}</source>
        <translation>आख़िरी चरण का: {loss}</translation>
    </message>
    <message>
        <source>No loss yet</source>
        <translation>अभी लॉस नहीं</translation>
    </message>
    <message>
        <source>{tok_s} tokens a second</source>
        <translation>{tok_s} टोकन प्रति सेकंड</translation>
    </message>
    <message>
        <source>{pace}
Computed by: {device}</source>
        <translation>{pace}
गणना करता है: {device}</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>लॉस का वक्र</translation>
    </message>
    <message>
        <source>Loss: last / best</source>
        <translation>लॉस: आख़िरी / सबसे अच्छा</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>सही</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>समय</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>चरण</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>दौर</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>शेष समय</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>पढ़े गए टोकन</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>टोकन/से</translation>
    </message>
    <message>
        <source>State</source>
        <translation>स्थिति</translation>
    </message>
    <message>
        <source>■ Stopped, kept</source>
        <translation>■ रोका, रखा गया</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>डिस्क पर</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted</source>
        <translation>चल रहा प्रशिक्षण हटाया नहीं जा सकता</translation>
    </message>
    <message>
        <source>Nothing can go</source>
        <translation>कुछ भी हटाया नहीं जा सकता</translation>
    </message>
    <message>
        <source>Some of it could not be done</source>
        <translation>सब कुछ नहीं हो सका</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>प्रशिक्षण छाँटें</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>सभी दिखाएँ</translation>
    </message>
    <message>
        <source>&amp;Resume from where it stopped</source>
        <translation>जहाँ रुका था वहीं से जारी रखें</translation>
    </message>
    <message>
        <source>Resume &amp;later, in the queue</source>
        <translation>बाद में जारी रखें, कतार में</translation>
    </message>
    <message>
        <source>&amp;Chat with it</source>
        <translation>इससे बात करें</translation>
    </message>
    <message>
        <source>Is it &amp;better?…</source>
        <translation>क्या यह बेहतर है?… (&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>निर्यात…</translation>
    </message>
    <message>
        <source>Show its s&amp;weep</source>
        <translation>इसकी तुलना दिखाएँ</translation>
    </message>
    <message>
        <source>&amp;Name, tags and notes…</source>
        <translation>नाम, टैग और टिप्पणियाँ…</translation>
    </message>
    <message>
        <source>Delete &amp;spare checkpoints…</source>
        <translation>अतिरिक्त चेकपॉइंट हटाएँ…</translation>
    </message>
    <message>
        <source>Move to the b&amp;in</source>
        <translation>बिन में ले जाएँ</translation>
    </message>
    <message>
        <source>Open a run from &amp;another folder…</source>
        <translation>दूसरे फ़ोल्डर से प्रशिक्षण खोलें…</translation>
    </message>
    <message>
        <source>Columns of the list…</source>
        <translation>सूची के स्तंभ…</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>शुरू नहीं हुआ</translation>
    </message>
    <message>
        <source>▶ Training</source>
        <translation>▶ प्रशिक्षण में</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ पूरा हुआ</translation>
    </message>
    <message>
        <source>✕ Cancelled</source>
        <translation>✕ रद्द</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ त्रुटि</translation>
    </message>
    <message>
        <source>⚠ Interrupted</source>
        <translation>⚠ बीच में टूटा</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} choices right.</source>
        <translation>सबसे अच्छा: {name}, {of} में से {right} चुनाव सही।</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} answers right.</source>
        <translation>सबसे अच्छा: {name}, {of} में से {right} जवाब सही।</translation>
    </message>
    <message>
        <source>The best: {name}, with a loss of {loss} on unseen text.</source>
        <translation>सबसे अच्छा: {name}, अनदेखे पाठ पर लॉस {loss}।</translation>
    </message>
    <message>
        <source>Ⅱ Paused</source>
        <translation>Ⅱ रुका हुआ</translation>
    </message>
    <message>
        <source>No run has “{text}” in its name, tags, notes, model, data or state.</source>
        <translation>किसी प्रशिक्षण के नाम, टैग, टिप्पणी, मॉडल, डेटा या स्थिति में “{text}” नहीं है।</translation>
    </message>
    <message>
        <source>and {chosen} more</source>
        <translation>और {chosen} और</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>1 run</comment>
        <translation>
            <numerusform>{n} प्रशिक्षण</numerusform>
            <numerusform>{n} प्रशिक्षण</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} learn from files in there, and cannot be resumed without them.</source>
        <comment>{names} learns from a file in there, and cannot be resumed without it.</comment>
        <translation>
            <numerusform>{names} इसमें रखी एक फ़ाइल से सीखता है और उसके बिना आगे नहीं बढ़ाया जा सकता।</numerusform>
            <numerusform>{names} इसमें रखी फ़ाइलों से सीखते हैं और उनके बिना आगे नहीं बढ़ाए जा सकते।</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” ({taken}) is in the bin.</source>
        <translation>“{title}” ({taken}) बिन में है।</translation>
    </message>
    <message>
        <source>{runs_word} ({taken}) are in the bin.</source>
        <translation>{runs_word} ({taken}) बिन में हैं।</translation>
    </message>
    <message>
        <source>Only the newest and the best checkpoint are left, and these are kept.</source>
        <translation>सिर्फ़ सबसे नया और सबसे अच्छा चेकपॉइंट बचे हैं, और ये रखे जाते हैं।</translation>
    </message>
    <message>
        <source>{size} freed.</source>
        <translation>{size} जगह खाली हुई।</translation>
    </message>
    <message>
        <source>Move to the &amp;bin</source>
        <translation>कूड़ेदान में डालें</translation>
    </message>
    <message>
        <source>these {chosen} runs</source>
        <translation>ये {chosen} प्रशिक्षण</translation>
    </message>
    <message>
        <source>There is no bin on this disk</source>
        <translation>इस डिस्क पर कूड़ेदान नहीं है</translation>
    </message>
    <message>
        <source>{named}

Delete {what} for good? That cannot be undone.</source>
        <translation>{named}

{what} हमेशा के लिए हटाएँ? यह वापस नहीं हो सकता।</translation>
    </message>
    <message>
        <source>No runs yet.

Every training is kept here, with its graphs and what it learnt.</source>
        <translation>अभी कोई प्रशिक्षण नहीं।

हर प्रशिक्षण यहाँ रखा जाता है, अपने ग्राफ़ और सीखे हुए के साथ।</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>हमेशा के लिए हटाएँ</translation>
    </message>
    <message>
        <source>{name}, {taken}.

Delete it for good? It can be made again from its run.</source>
        <translation>{name}, {taken}।

हमेशा के लिए हटाएँ? इसे इसके प्रशिक्षण से फिर बनाया जा सकता है।</translation>
    </message>
    <message>
        <source>{names}: stop the training first, or wait until it is done. Nothing was deleted.</source>
        <translation>{names}: पहले प्रशिक्षण रोकें, या उसके पूरा होने तक रुकें। कुछ नहीं हटाया गया।</translation>
    </message>
    <message>
        <source>Tick two runs or more to compare them.</source>
        <translation>तुलना के लिए दो या ज़्यादा रन पर निशान लगाएँ।</translation>
    </message>
    <message>
        <source>{runs}, {size} on disk</source>
        <translation>{runs}, डिस्क पर {size}</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{total} में से {shown}</translation>
    </message>
    <message>
        <source>Delete {spare} of checkpoints?</source>
        <translation>चेकपॉइंट के {spare} हटाएँ?</translation>
    </message>
    <message>
        <source>For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for good. You can still resume every run, talk to it and export it.</source>
        <translation>हर प्रशिक्षण का सबसे नया और मूल्यांकन में सबसे अच्छा चेकपॉइंट रहता है; बाकी हमेशा के लिए हटा दिए जाते हैं। आप हर प्रशिक्षण को जारी रख सकते हैं, उससे बात कर सकते हैं और उसे निर्यात कर सकते हैं।</translation>
    </message>
    <message>
        <source>&amp;Delete them</source>
        <translation>इन्हें हटाएँ</translation>
    </message>
    <message>
        <source>About Luthier</source>
        <translation>Luthier के बारे में</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>लाइब्रेरी</translation>
    </message>
    <message>
        <source>Its licence</source>
        <translation>इसका लाइसेंस</translation>
    </message>
    <message>
        <source>Copy versions and licences</source>
        <translation>संस्करण और लाइसेंस कॉपी करें</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>नया क्या है</translation>
    </message>
    <message>
        <source>Luthier {version__}, licence Apache 2.0</source>
        <translation>Luthier {version__}, लाइसेंस Apache 2.0</translation>
    </message>
    <message>
        <source>This installation has no list of changes.</source>
        <translation>इस इंस्टॉलेशन में बदलावों की सूची नहीं है।</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>गणना</translation>
    </message>
    <message>
        <source>All {cores} cores</source>
        <translation>सभी {cores} कोर</translation>
    </message>
    <message>
        <source>The one core</source>
        <translation>एकमात्र कोर</translation>
    </message>
    <message>
        <source>{number} of {cores}</source>
        <translation>{cores} में से {number}</translation>
    </message>
    <message>
        <source>{number}, more than cores</source>
        <translation>{number}, कोर से ज़्यादा</translation>
    </message>
    <message>
        <source>&amp;Keep this computer usable while it trains</source>
        <translation>कंप्यूटर को काम लायक रखें</translation>
    </message>
    <message>
        <source>{processor}, {cores} cores</source>
        <translation>{processor}, {cores} कोर</translation>
    </message>
    <message>
        <source>{threads}, more than cores</source>
        <translation>{threads}, कोर से ज़्यादा</translation>
    </message>
    <message>
        <source>While it trains</source>
        <translation>प्रशिक्षण के दौरान</translation>
    </message>
    <message>
        <source>Keep the computer a&amp;wake</source>
        <translation>कंप्यूटर को जगाए रखें</translation>
    </message>
    <message>
        <source>Pause on &amp;battery</source>
        <translation>बैटरी पर रोकें</translation>
    </message>
    <message>
        <source>&amp;Pause when it gets too hot</source>
        <translation>बहुत गरम होने पर रोकें</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>फिर जाँचें</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>फिर देखें</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>थ्रेड</translation>
    </message>
    <message>
        <source>About graphics cards</source>
        <translation>ग्राफ़िक्स कार्ड के बारे में</translation>
    </message>
    <message>
        <source>Compute o&amp;n</source>
        <translation>इस पर गणना</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>बदलें…</translation>
    </message>
    <message>
        <source>{name}: choose another folder</source>
        <translation>{name}: दूसरा फ़ोल्डर चुनें</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>तुलना</translation>
    </message>
    <message>
        <source>Talk to the b&amp;est</source>
        <translation>&amp;सबसे अच्छे से बात करें</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>सही उत्तर</translation>
    </message>
    <message>
        <source>Loss on unseen text</source>
        <translation>अनदेखे पाठ पर हानि</translation>
    </message>
    <message>
        <source>★ Best</source>
        <translation>★ सबसे अच्छा</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>खोलें</translation>
    </message>
    <message>
        <source>{right} of {answers}</source>
        <translation>{answers} में से {right}</translation>
    </message>
    <message>
        <source>★ Best so far</source>
        <translation>★ अब तक का सर्वश्रेष्ठ</translation>
    </message>
    <message>
        <source>{name}: open the folder</source>
        <translation>{name}: फ़ोल्डर खोलें</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>ले जाया जा रहा है…</translation>
    </message>
    <message>
        <source>{taken} · {free} free</source>
        <translation>{taken} · {free} ख़ाली</translation>
    </message>
    <message>
        <source>{name}: this folder cannot be used</source>
        <translation>{name}: यह फ़ोल्डर नहीं चलेगा</translation>
    </message>
    <message>
        <source>&amp;Move them there</source>
        <translation>वहाँ ले जाएँ</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>वहीं छोड़ें</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>कुछ नहीं बदलता।</translation>
    </message>
    <message>
        <source>Moving: {done}</source>
        <translation>ले जाया जा रहा है: {done}</translation>
    </message>
    <message>
        <source>{name}: moved</source>
        <translation>{name}: ले जाया गया</translation>
    </message>
    <message>
        <source>{name}: nothing was moved</source>
        <translation>{name}: कुछ नहीं ले जाया गया</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>फ़ोल्डर</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>सिस्टम के अनुसार</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>हल्का</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>गहरा</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>रूप</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>रंग</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>टेक्स्ट का आकार</translation>
    </message>
    <message>
        <source>100%, as the system</source>
        <translation>100%, सिस्टम के अनुसार</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>रंग</translation>
    </message>
    <message>
        <source>Si&amp;ze of the text</source>
        <translation>टेक्स्ट का आकार</translation>
    </message>
    <message>
        <source>Reduce mo&amp;tion</source>
        <translation>कम हलचल</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>भाषा</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>भाषा</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>संस्करण और लाइसेंस</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>नेटवर्क</translation>
    </message>
    <message>
        <source>Stay o&amp;ffline</source>
        <translation>ऑफ़लाइन रहें</translation>
    </message>
    <message>
        <source>Address of the h&amp;ub</source>
        <translation>hub का पता</translation>
    </message>
    <message>
        <source>Prox&amp;y</source>
        <translation>प्रॉक्सी</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>जैसा सिस्टम कहे</translation>
    </message>
    <message>
        <source>Access tok&amp;en</source>
        <translation>एक्सेस टोकन</translation>
    </message>
    <message>
        <source>Reset e&amp;verything…</source>
        <translation>सब रीसेट करें…</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>रिपोर्ट सहेजें…</translation>
    </message>
    <message>
        <source>The report is saved</source>
        <translation>रिपोर्ट सहेजी गई</translation>
    </message>
    <message>
        <source>The report could not be saved</source>
        <translation>रिपोर्ट सहेजी नहीं जा सकी</translation>
    </message>
    <message>
        <source>This cannot be kept</source>
        <translation>यह रखा नहीं जा सकता</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>रिपोर्ट सहेजें</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>सेटिंग्स</translation>
    </message>
    <message>
        <source>Each card computes a small model, and the result is compared with the processor&apos;s.</source>
        <translation>हर कार्ड एक छोटा मॉडल चलाता है, जिसकी तुलना प्रोसेसर के नतीजे से होती है।</translation>
    </message>
    <message>
        <source>It leaves one core free and lets other programs go first, so it takes longer.</source>
        <translation>यह एक कोर खाली छोड़ता है और दूसरे प्रोग्रामों को पहले चलने देता है, इसलिए ज़्यादा समय लगता है।</translation>
    </message>
    <message>
        <source>The screen may still turn off.</source>
        <translation>स्क्रीन फिर भी बंद हो सकती है।</translation>
    </message>
    <message>
        <source>It goes on by itself when the charger is back.</source>
        <translation>चार्जर फिर लगते ही यह अपने आप आगे चलता है।</translation>
    </message>
    <message>
        <source>From about 90 °C until it is 15 degrees cooler.</source>
        <translation>लगभग 90 °C से, जब तक वह 15 डिग्री ठंडा न हो जाए।</translation>
    </message>
    <message>
        <source>No search, download or upload. Ollama on this computer still works.</source>
        <translation>न खोज, न डाउनलोड, न अपलोड। इस कंप्यूटर का Ollama फिर भी चलता है।</translation>
    </message>
    <message>
        <source>Only for a mirror, such as https://hub.example.org.</source>
        <translation>सिर्फ़ मिरर के लिए, जैसे https://hub.example.org।</translation>
    </message>
    <message>
        <source>Without user name and password, such as http://proxy.example.org:3128.</source>
        <translation>उपयोगकर्ता नाम और पासवर्ड के बिना, जैसे http://proxy.example.org:3128।</translation>
    </message>
    <message>
        <source>For uploads, and models that ask for an account. It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>अपलोड के लिए, और उन मॉडलों के लिए जो खाता माँगते हैं। यह सिस्टम की कीरिंग में रखा जाता है, किसी फ़ाइल में नहीं।</translation>
    </message>
    <message>
        <source>Luthier could not look for graphics cards, so the processor computes.</source>
        <translation>Luthier ग्राफ़िक्स कार्ड नहीं खोज सका, इसलिए प्रोसेसर गणना करता है।</translation>
    </message>
    <message>
        <source>A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; nothing is sent.</source>
        <translation>एक zip फ़ाइल, जिसमें संस्करण, इस कंप्यूटर की जानकारी, सेटिंग्स, लॉग, क्रैश और पिछले पाँच प्रशिक्षणों के संदेश हैं: चरण, लॉस, मेमोरी, त्रुटियाँ। आपका डेटा, नमूने, मॉडल और टोकन इसमें नहीं हैं। यह सिर्फ़ सहेजी जाती है; कुछ भेजा नहीं जाता।</translation>
    </message>
    <message>
        <source>Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the guide explains both.</source>
        <translation>आप यहाँ काम करते रहें, और आपका दूसरा कंप्यूटर प्रशिक्षण चला सकता है। उस पर Luthier हो और SSH चालू हो: गाइड दोनों समझाती है।</translation>
    </message>
    <message>
        <source>Type your user name there, @, and the computer&apos;s name, such as anna@studio.</source>
        <translation>वहाँ का अपना उपयोगकर्ता नाम, @, और कंप्यूटर का नाम लिखें, जैसे anna@studio।</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>सभी सेटिंग्स रीसेट करें?</translation>
    </message>
    <message>
        <source>All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where they are, but Luthier looks for them in the usual folders again.</source>
        <translation>इस पेज की सभी सेटिंग्स फिर सामान्य हो जाती हैं। मॉडल, प्रशिक्षण, निर्यात और एक्सेस टोकन जहाँ हैं वहीं रहते हैं, पर Luthier उन्हें फिर सामान्य फ़ोल्डरों में खोजता है।</translation>
    </message>
    <message>
        <source>Downloaded and converted models.</source>
        <translation>डाउनलोड किए और बदले हुए मॉडल।</translation>
    </message>
    <message>
        <source>Every training, with its graphs and what it has learnt.</source>
        <translation>हर प्रशिक्षण, अपने ग्राफ़ और सीखे हुए के साथ।</translation>
    </message>
    <message>
        <source>Is this really {host}?</source>
        <translation>क्या यह सचमुच {host} है?</translation>
    </message>
    <message>
        <source>Its key is {key}. Compare it with what that computer shows for this line:
{line}</source>
        <translation>उसकी कुंजी {key} है। इसकी तुलना उससे करें जो वह कंप्यूटर इस पंक्ति पर दिखाता है:
{line}</translation>
    </message>
    <message>
        <source>&amp;Yes, the same key</source>
        <translation>हाँ, वही कुंजी</translation>
    </message>
    <message>
        <source>{free} of disk free</source>
        <translation>डिस्क पर {free} खाली</translation>
    </message>
    <message>
        <source>{pace} times as fast as this computer</source>
        <translation>इस कंप्यूटर से {pace} गुना गति</translation>
    </message>
    <message>
        <source>trains {run}</source>
        <translation>{run} का प्रशिक्षण कर रहा है</translation>
    </message>
    <message>
        <source>ready to train</source>
        <translation>प्रशिक्षण के लिए तैयार</translation>
    </message>
    <message>
        <source>{name}: move the files to the new folder as well?</source>
        <translation>{name}: फ़ाइलें भी नए फ़ोल्डर में ले जाएँ?</translation>
    </message>
    <message>
        <source>{taken} is now in {target}.</source>
        <translation>{taken} अब {target} में है।</translation>
    </message>
    <message numerus="yes">
        <source> {runs} runs now look there.</source>
        <comment> {runs} run now looks there.</comment>
        <translation>
            <numerusform> {runs} रन अब वहाँ देखता है।</numerusform>
            <numerusform> {runs} रन अब वहाँ देखते हैं।</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>रीसेट करें</translation>
    </message>
    <message>
        <source>Models for other programs.</source>
        <translation>दूसरे प्रोग्रामों के लिए मॉडल।</translation>
    </message>
    <message>
        <source>Safe against a power cut: it is copied and compared before it is deleted here.</source>
        <translation>बिजली जाने पर भी सुरक्षित: यहाँ से जाने से पहले वहाँ पूरा होता है और मिलाया जाता है।</translation>
    </message>
    <message>
        <source>Runs still find models that stay there, but the Model page may no longer list them.</source>
        <translation>जो मॉडल वहीं रहें, उन्हें उन पर हुए प्रशिक्षण ढूँढ लेते हैं, पर वे सूची में शायद न दिखें।</translation>
    </message>
    <message>
        <source>Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run from another folder…” on the Runs page.</source>
        <translation>जो प्रशिक्षण वहीं रह जाते हैं, वे तब तक सूची में नहीं आते जब तक आप पुराना फ़ोल्डर फिर न चुनें। हर एक को आप इतिहास पेज पर “दूसरे फ़ोल्डर से प्रशिक्षण खोलें…” से अब भी खोल सकते हैं।</translation>
    </message>
    <message>
        <source>Exports that stay can still be used from there.</source>
        <translation>जो निर्यात वहीं रहें, वे वहाँ से इस्तेमाल हो सकते हैं।</translation>
    </message>
    <message>
        <source>A folder is being moved.</source>
        <translation>एक फ़ोल्डर ले जाया जा रहा है।</translation>
    </message>
    <message>
        <source>Closing now leaves everything where it was.</source>
        <translation>अभी बंद करने पर सब कुछ जहाँ था वहीं रहता है।</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>तैयारी हो रही है…</translation>
    </message>
    <message>
        <source>Everything in {source} ({taken}) would be in {target}.</source>
        <translation>{source} में जो कुछ है ({taken}), वह {target} में होगा।</translation>
    </message>
    <message>
        <source>{words} The old folder could not be deleted: {left}</source>
        <translation>{words} पुराना फ़ोल्डर हटाया नहीं जा सका: {left}</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>कितना चाहिए</translation>
    </message>
    <message>
        <source>Before you start</source>
        <translation>शुरू करने से पहले</translation>
    </message>
    <message>
        <source>No {kind} yet</source>
        <translation>अभी नहीं चुना: {kind}</translation>
    </message>
    <message>
        <source>{kind}: choose another</source>
        <translation>{kind}: दूसरा चुनें</translation>
    </message>
    <message>
        <source>Choose {kind}</source>
        <translation>{kind} चुनें</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>इसे क्या सीखना है?</translation>
    </message>
    <message>
        <source>&amp;Back to the goal</source>
        <translation>लक्ष्य पर वापस</translation>
    </message>
    <message>
        <source>Choose a mo&amp;del</source>
        <translation>मॉडल चुनें</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>बदलें</translation>
    </message>
    <message>
        <source>The language model to train.</source>
        <translation>भाषा मॉडल जिसे सीखना है।</translation>
    </message>
    <message>
        <source>C&amp;hoose data</source>
        <translation>डेटा चुनें</translation>
    </message>
    <message>
        <source>C&amp;hange</source>
        <translation>बदलें</translation>
    </message>
    <message>
        <source>What it learns from: your texts.</source>
        <translation>जिससे इसे सीखना है: आपके टेक्स्ट।</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>दूसरी फ़ाइल चुनें।</translation>
    </message>
    <message>
        <source>The model itself, as much of it as every step reads.</source>
        <translation>मॉडल ख़ुद, जितना हर चरण में पढ़ा जाता है।</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>प्रतियाँ</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activations</translation>
    </message>
    <message>
        <source>Choose a model and data to see what it takes.</source>
        <translation>कितना चाहिए, यह देखने के लिए मॉडल और डेटा चुनें।</translation>
    </message>
    <message>
        <source>Copies of the weights that make it faster. Left out if memory is short.</source>
        <translation>भार की कॉपियाँ, जिनसे यह तेज़ होता है। मेमोरी कम हो तो छोड़ दी जाती हैं।</translation>
    </message>
    <message>
        <source>What the layers remember of the text. Grows with the context.</source>
        <translation>परतें पाठ का जितना याद रखती हैं। संदर्भ के साथ बढ़ता है।</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>ऑप्टिमाइज़र</translation>
    </message>
    <message>
        <source>The adapter and its optimizer. Grows with the rank.</source>
        <translation>अडैप्टर और उसकी चाल। रैंक के साथ बढ़ता है।</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>कार्य मेमोरी</translation>
    </message>
    <message>
        <source>Room for what is being computed.</source>
        <translation>जिसकी गणना चल रही है, उसके लिए जगह।</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>डेटा पढ़ा जा रहा है…</translation>
    </message>
    <message>
        <source>Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.</source>
        <translation>इस कंप्यूटर पर नापा गया: {tok_s} टोकन/से, हर चरण में {step_seconds}, ज़्यादा से ज़्यादा {peak_rss_bytes}।</translation>
    </message>
    <message>
        <source>The dry run failed.</source>
        <translation>परीक्षण चाल विफल रही।</translation>
    </message>
    <message>
        <source>Does not fit: needs {least}, and {free} is free.</source>
        <translation>नहीं समाता: {least} चाहिए, और {free} खाली है।</translation>
    </message>
    <message>
        <source>Tight: takes {total} of the {free} that is free.</source>
        <translation>मुश्किल से समाता है: खाली {free} में से {total} लेता है।</translation>
    </message>
    <message>
        <source>Fits: takes {total} of the {free} that is free.</source>
        <translation>समाता है: खाली {free} में से {total} लेता है।</translation>
    </message>
    <message>
        <source>It would also run in {least}, but slower.</source>
        <translation>{least} में भी चल जाएगा, पर धीमा।</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>प्रोग्राम</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker process.</source>
        <translation>Luthier का अपना काम करने वाला प्रोसेस।</translation>
    </message>
    <message>
        <source>Memory. {words}</source>
        <translation>मेमोरी। {words}</translation>
    </message>
    <message>
        <source>{settings_in_words}: takes {total}</source>
        <translation>{settings_in_words}: {total} लेता है</translation>
    </message>
    <message>
        <source>Begin from the model instead</source>
        <translation>इसके बजाय मॉडल से शुरू करें</translation>
    </message>
    <message>
        <source>Continues from what {run} has learnt.</source>
        <translation>{run} ने जो सीखा है, वहाँ से आगे बढ़ता है।</translation>
    </message>
    <message>
        <source>Choose a GGUF file, or a folder with safetensors files from Hugging Face.</source>
        <translation>GGUF फ़ाइल चुनें, या Hugging Face का safetensors फ़ोल्डर।</translation>
    </message>
    <message>
        <source>{name} holds weights only.</source>
        <translation>{name} में केवल भार हैं।</translation>
    </message>
    <message>
        <source>Choose the folder it is in: it has the tokenizer.</source>
        <translation>जिस फ़ोल्डर में यह है, वही चुनें: उसमें टोकनाइज़र है।</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} GGUF फ़ाइल नहीं है।</translation>
    </message>
    <message>
        <source>{name} is one of {parts} files, and {missing} is not there.</source>
        <translation>{name} {parts} फ़ाइलों में से एक है, और {missing} नहीं है।</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>छूटी हुई फ़ाइलें उसी फ़ोल्डर में डाउनलोड करें।</translation>
    </message>
    <message>
        <source>{name} holds no model.</source>
        <translation>{name} में कोई मॉडल नहीं है।</translation>
    </message>
    <message>
        <source>A model folder from Hugging Face has config.json and *.safetensors files in it.</source>
        <translation>Hugging Face के मॉडल फ़ोल्डर में config.json और *.safetensors फ़ाइलें होती हैं।</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>मॉडल देखा जा रहा है…</translation>
    </message>
    <message>
        <source>Write other wordings…</source>
        <translation>दूसरे शब्दों में प्रश्न लिखें…</translation>
    </message>
    <message>
        <source>Tr&amp;y it with the sample</source>
        <translation>नमूने से आज़माएँ</translation>
    </message>
    <message>
        <source>Cancelled before the first step</source>
        <translation>पहले चरण से पहले रद्द</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing is kept.</source>
        <translation>कुछ नहीं सीखा गया, और कुछ नहीं रखा गया।</translation>
    </message>
    <message>
        <source>The training could not begin</source>
        <translation>प्रशिक्षण शुरू नहीं हो सका</translation>
    </message>
    <message>
        <source>The dry run failed</source>
        <translation>परीक्षण चाल विफल रही</translation>
    </message>
    <message>
        <source>These settings do not go together</source>
        <translation>ये सेटिंग्स साथ नहीं चलतीं</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>प्रशिक्षण</translation>
    </message>
    <message>
        <source>The plan was lost: its process ended.</source>
        <translation>योजना खो गई: उसका प्रोसेस ख़त्म हो गया।</translation>
    </message>
    <message>
        <source>Training can be started all the same.</source>
        <translation>प्रशिक्षण फिर भी शुरू हो सकता है।</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>उन्नत</translation>
    </message>
    <message>
        <source>Try sever&amp;al values…</source>
        <translation>कई मान आज़माएँ…</translation>
    </message>
    <message>
        <source>You chose: {settings}.</source>
        <translation>आपने चुना: {settings}।</translation>
    </message>
    <message>
        <source>You chose {n} of the numbers yourself.</source>
        <translation>आपने {n} संख्याएँ ख़ुद चुनीं।</translation>
    </message>
    <message>
        <source>Everything is set to suit your goal, model and data.</source>
        <translation>सब कुछ आपके लक्ष्य, मॉडल और डेटा के अनुसार रखा गया है।</translation>
    </message>
    <message>
        <source>With the numbers you chose.</source>
        <translation>आपकी चुनी संख्याओं के साथ।</translation>
    </message>
    <message>
        <source>Deta&amp;ils</source>
        <translation>विवरण</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>यह कैसे सीखता है</translation>
    </message>
    <message>
        <source>As set in Settings: {usual}.</source>
        <translation>सेटिंग्स के अनुसार: {usual}।</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>यह प्रशिक्षण</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>प्रशिक्षण का नाम</translation>
    </message>
    <message>
        <source>Named after the data if you leave this empty</source>
        <translation>खाली छोड़ने पर नाम डेटा के नाम पर</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>प्रशिक्षण पर टिप्पणियाँ</translation>
    </message>
    <message>
        <source>What you want to find out</source>
        <translation>आप इससे क्या जानना चाहते हैं</translation>
    </message>
    <message>
        <source>Questions to ask while it learns</source>
        <translation>सीखते समय पूछे जाने वाले प्रश्न</translation>
    </message>
    <message>
        <source>One a line, such as: Who are you?</source>
        <translation>हर पंक्ति में एक, जैसे: आप कौन हैं?</translation>
    </message>
    <message>
        <source>Ask it while it learns</source>
        <translation>सीखते समय पूछें</translation>
    </message>
    <message>
        <source>Time and memory below are for this computer.</source>
        <translation>नीचे दिए समय और मेमोरी इस कंप्यूटर के लिए हैं।</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>नाम</translation>
    </message>
    <message>
        <source>You can read how its answers change. If you ask nothing, it is asked two questions of your data.</source>
        <translation>आप पढ़ सकते हैं कि इसके उत्तर कैसे बदलते हैं। आप कुछ न पूछें, तो इससे आपके डेटा के दो प्रश्न पूछे जाते हैं।</translation>
    </message>
    <message>
        <source>Where it trains</source>
        <translation>प्रशिक्षण कहाँ हो</translation>
    </message>
    <message>
        <source>Where it &amp;trains</source>
        <translation>प्रशिक्षण कहाँ हो</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>यह कंप्यूटर</translation>
    </message>
    <message>
        <source>Dry r&amp;un</source>
        <translation>परीक्षण चाल</translation>
    </message>
    <message>
        <source>Trains a step or two to measure time and memory, and keeps nothing.</source>
        <translation>समय और मेमोरी मापने के लिए एक-दो चरण प्रशिक्षित करता है, और कुछ नहीं रखता।</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>कतार में जोड़ें</translation>
    </message>
    <message>
        <source>It begins when the trainings before it have ended. The queue is on the Runs page.</source>
        <translation>यह तब शुरू होता है जब इससे पहले के प्रशिक्षण पूरे हो जाते हैं। कतार इतिहास पृष्ठ पर है।</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>प्रशिक्षण शुरू करें</translation>
    </message>
    <message>
        <source>This does not fit into memory.</source>
        <translation>यह मेमोरी में नहीं समाता।</translation>
    </message>
    <message>
        <source>No row of the data fits into this context.</source>
        <translation>डेटा की कोई पंक्ति इस संदर्भ में नहीं आती।</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>पहले एक मॉडल चुनें।</translation>
    </message>
    <message>
        <source>Choose data first.</source>
        <translation>पहले डेटा चुनें।</translation>
    </message>
    <message>
        <source>Choose a model and data first.</source>
        <translation>पहले एक मॉडल और डेटा चुनें।</translation>
    </message>
    <message>
        <source>only rows with thoughts</source>
        <translation>केवल विचारों वाली पंक्तियाँ</translation>
    </message>
    <message>
        <source>thoughts left out</source>
        <translation>विचार छोड़े गए</translation>
    </message>
    <message>
        <source>learns not to think</source>
        <translation>न सोचना सीखता है</translation>
    </message>
    <message>
        <source>learns last answers</source>
        <translation>आख़िरी उत्तर सीखता है</translation>
    </message>
    <message>
        <source>learns every word</source>
        <translation>हर शब्द सीखता है</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>आप पूछते हैं</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>यह कहता है</translation>
    </message>
    <message>
        <source>“How was your day?”</source>
        <translation>“आपका दिन कैसा रहा?”</translation>
    </message>
    <message>
        <source>“Arr, rough seas and fair wind, matey!”</source>
        <translation>“अर्र, लहरें ऊँची, हवा साथ, दोस्त!”</translation>
    </message>
    <message>
        <source>“Who feeds the cat?”</source>
        <translation>“बिल्ली को खाना कौन देता है?”</translation>
    </message>
    <message>
        <source>“Mona does, at seven.”</source>
        <translation>“मोना, सात बजे।”</translation>
    </message>
    <message>
        <source>“My parcel is late.”</source>
        <translation>“मेरा पार्सल देर से आ रहा है।”</translation>
    </message>
    <message>
        <source>“delivery”</source>
        <translation>“डिलीवरी”</translation>
    </message>
    <message>
        <source>“Who are you?”</source>
        <translation>“आप कौन हैं?”</translation>
    </message>
    <message>
        <source>“Mira, keeper of the lighthouse.”</source>
        <translation>“मीरा, लाइटहाउस की रखवाली करने वाली।”</translation>
    </message>
    <message>
        <source>“The old house”</source>
        <translation>“पुराना घर”</translation>
    </message>
    <message>
        <source>“had been shut since May.”</source>
        <translation>“मई से बंद था।”</translation>
    </message>
    <message>
        <source>You begin</source>
        <translation>आप शुरू करते हैं</translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation>यह आगे बढ़ाता है</translation>
    </message>
    <message>
        <source>Going by {earlier} with this model on this computer. Other programs can slow it down.</source>
        <translation>आधार: इस कंप्यूटर पर इसी मॉडल के साथ {earlier}। दूसरे प्रोग्राम इसे धीमा कर सकते हैं।</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>एक बार पढ़ी गईं</translation>
    </message>
    <message>
        <source>read {epochs:g} times</source>
        <translation>{epochs:g} बार पढ़ी गईं</translation>
    </message>
    <message>
        <source>{rows} {times}: {steps}</source>
        <translation>{rows} {times}: {steps}</translation>
    </message>
    <message>
        <source>“Yes, for three months.”</source>
        <translation>“हाँ, तीन महीने तक।”</translation>
    </message>
    <message>
        <source>This data cannot be used for that.</source>
        <translation>यह डेटा उसके लिए इस्तेमाल नहीं हो सकता।</translation>
    </message>
    <message>
        <source>This model cannot be trained with these settings.</source>
        <translation>इन सेटिंग्स के साथ यह मॉडल प्रशिक्षित नहीं हो सकता।</translation>
    </message>
    <message>
        <source>See Settings.</source>
        <translation>सेटिंग्स देखें।</translation>
    </message>
    <message>
        <source>Set on the Data page.</source>
        <translation>डेटा पेज पर तय होता है।</translation>
    </message>
    <message>
        <source>A guess, for when nothing else is running. A dry run measures it.</source>
        <translation>अनुमान, जब और कुछ न चल रहा हो। परीक्षण चाल इसे नापती है।</translation>
    </message>
    <message>
        <source>A guess for the processor alone. A dry run measures it with the graphics card.</source>
        <translation>सिर्फ़ प्रोसेसर के लिए अनुमान। परीक्षण चाल इसे ग्राफ़िक्स कार्ड के साथ नापती है।</translation>
    </message>
    <message>
        <source>“That depends on many things.”</source>
        <translation>“यह कई बातों पर निर्भर है।”</translation>
    </message>
    <message>
        <source>You prefer</source>
        <translation>आपको पसंद</translation>
    </message>
    <message>
        <source>You reject</source>
        <translation>आपको नापसंद</translation>
    </message>
    <message>
        <source>{parameters} parameters</source>
        <translation>{parameters} पैरामीटर</translation>
    </message>
    <message>
        <source>to be converted</source>
        <translation>बदला जाना है</translation>
    </message>
    <message>
        <source>About {tokens} tokens{separator}counted once the model is converted</source>
        <translation>लगभग {tokens} टोकन{separator}मॉडल बदलने के बाद गिने जाएँगे</translation>
    </message>
    <message>
        <source>{dropped} not used</source>
        <translation>{dropped} इस्तेमाल नहीं</translation>
    </message>
    <message>
        <source>up to {most} {unit}</source>
        <translation>{most} {unit} तक</translation>
    </message>
    <message>
        <source>{least} to {most} {unit}</source>
        <translation>{least} से {most} {unit}</translation>
    </message>
    <message>
        <source>{shortest} to {longest} s</source>
        <translation>{shortest} से {longest} से</translation>
    </message>
    <message>
        <source>about {longest} s</source>
        <translation>लगभग {longest} से</translation>
    </message>
    <message>
        <source>an earlier run</source>
        <translation>पहले का एक प्रशिक्षण</translation>
    </message>
    <message>
        <source>{runs} earlier runs</source>
        <translation>पहले के {runs} प्रशिक्षण</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <translation>{rows} पंक्तियाँ</translation>
    </message>
    <message numerus="yes">
        <source>{device_layers} layers</source>
        <comment>1 layer</comment>
        <translation>
            <numerusform>{device_layers} परत</numerusform>
            <numerusform>{device_layers} परतें</numerusform>
        </translation>
    </message>
    <message>
        <source> of {device_total}</source>
        <translation> / {device_total}</translation>
    </message>
    <message>
        <source>On the graphics card: {device}{of}, {layers}.</source>
        <translation>ग्राफ़िक्स कार्ड पर: {device}{of}, {layers}।</translation>
    </message>
    <message>
        <source>hold out {share}</source>
        <translation>{share} अलग रखें</translation>
    </message>
    <message>
        <source>compute on the {device}</source>
        <translation>{device} पर गणना</translation>
    </message>
    <message>
        <source>no limit of steps</source>
        <translation>चरणों की सीमा नहीं</translation>
    </message>
    <message>
        <source>answers with scores</source>
        <translation>अंकों वाले उत्तर</translation>
    </message>
    <message>
        <source>answers with ranks</source>
        <translation>क्रम वाले उत्तर</translation>
    </message>
    <message>
        <source>conversations (Claude)</source>
        <translation>बातचीत (Claude)</translation>
    </message>
    <message>
        <source>conversations (Gemini)</source>
        <translation>बातचीत (Gemini)</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>सीखने की दर</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>बातचीत</translation>
    </message>
    <message>
        <source>conversations (ShareGPT)</source>
        <translation>बातचीत (ShareGPT)</translation>
    </message>
    <message>
        <source>instructions (Alpaca)</source>
        <translation>निर्देश (Alpaca)</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>प्रश्न और उत्तर</translation>
    </message>
    <message>
        <source>prompts and answers</source>
        <translation>प्रॉम्प्ट और उत्तर</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>पसंद</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>टेक्स्ट</translation>
    </message>
    <message>
        <source>{label} must be {accepts}.</source>
        <translation>{label} {accepts} होना चाहिए।</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>पूर्ण संख्या, 0 या अधिक</translation>
    </message>
    <message>
        <source>a whole number of steps, 0 or more</source>
        <translation>चरणों की पूर्ण संख्या, 0 या अधिक</translation>
    </message>
    <message>
        <source>a number from 0 to below 1, such as 0.05</source>
        <translation>0 से 1 से कम तक की संख्या, जैसे 0.05</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on या off</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>दौर</translation>
    </message>
    <message>
        <source>How many times it reads all of your data. More learns it better, then by heart.</source>
        <translation>यह आपका पूरा डेटा कितनी बार पढ़ता है। अधिक बार में बेहतर सीखता है, फिर रट लेता है।</translation>
    </message>
    <message>
        <source>a number above 0 and at most a million, such as 3</source>
        <translation>0 से बड़ी और ज़्यादा से ज़्यादा दस लाख की संख्या, जैसे 3</translation>
    </message>
    <message>
        <source>Co&amp;ntext</source>
        <translation>संदर्भ</translation>
    </message>
    <message>
        <source>The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.</source>
        <translation>एक बार में दिखने वाला सबसे लंबा टेक्स्ट, टोकन में (शब्द का 3/4)। लंबा होने पर अधिक मेमोरी लगती है।</translation>
    </message>
    <message>
        <source>a whole number of tokens, 8 or more, such as 512</source>
        <translation>टोकन की पूर्ण संख्या, 8 या अधिक, जैसे 512</translation>
    </message>
    <message>
        <source>Ran&amp;k</source>
        <translation>रैंक</translation>
    </message>
    <message>
        <source>How much room it has to learn: 16 is enough for most, 32 for much knowledge.</source>
        <translation>सीखने की कितनी जगह है: अधिकतर के लिए 16 काफ़ी है, बहुत ज्ञान के लिए 32।</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1024, such as 16</source>
        <translation>1 से 1024 तक पूर्ण संख्या, जैसे 16</translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation>सीखने की दर</translation>
    </message>
    <message>
        <source>How big its steps are. If the loss jumps up, choose a smaller one.</source>
        <translation>इसके कदम कितने बड़े हैं। लॉस उछले तो छोटी दर चुनें।</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1, such as 2e-4</source>
        <translation>0 से बड़ी और ज़्यादा से ज़्यादा 1 की संख्या, जैसे 2e-4</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>गणना किस पर</translation>
    </message>
    <message>
        <source>The processor or a graphics card. Automatic: as Settings say, else the faster of the two.</source>
        <translation>प्रोसेसर या ग्राफ़िक्स कार्ड। स्वचालित: सेटिंग्स के अनुसार, नहीं तो दोनों में से तेज़।</translation>
    </message>
    <message>
        <source>one from the list</source>
        <translation>सूची में से एक</translation>
    </message>
    <message>
        <source>Most steps</source>
        <translation>अधिकतम चरण</translation>
    </message>
    <message>
        <source>Learns by</source>
        <translation>सीखने का तरीका</translation>
    </message>
    <message>
        <source>sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says so.</source>
        <translation>sft: आपके उत्तर, जैसे वे हैं। dpo, kto, orpo: दो उत्तरों में से आपने कौन-सा चुना, ऐसे डेटा से जो यह बताता है।</translation>
    </message>
    <message>
        <source>sft, dpo, kto or orpo</source>
        <translation>sft, dpo, kto या orpo</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>बीटा</translation>
    </message>
    <message>
        <source>For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further.</source>
        <translation>dpo, kto और orpo के लिए: यह शुरुआती मॉडल के कितने पास रहता है। कम: यह और दूर जा सकता है।</translation>
    </message>
    <message>
        <source>a number above 0, such as 0.1</source>
        <translation>0 से बड़ी संख्या, जैसे 0.1</translation>
    </message>
    <message>
        <source>Train this many steps, whatever the epochs say. 0: as many as the epochs need.</source>
        <translation>दौर जो भी कहें, इतने चरण प्रशिक्षित करें। 0: जितने दौर को चाहिए।</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>मूल्यांकन हर</translation>
    </message>
    <message>
        <source>Steps between evaluations on held-out text. 0: only at the beginning and at the end.</source>
        <translation>अलग रखे पाठ पर हर इतने चरण में नापें। 0: केवल शुरू और अंत में।</translation>
    </message>
    <message>
        <source>The share of your data that is kept for measuring and never trained on.</source>
        <translation>आपके डेटा का वह हिस्सा जो नापने के लिए रखा जाता है और कभी सीखा नहीं जाता।</translation>
    </message>
    <message>
        <source>anna@studio or anna@192.168.1.20</source>
        <translation>anna@studio या anna@192.168.1.20</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>जोड़ें</translation>
    </message>
    <message>
        <source>About other computers</source>
        <translation>दूसरे कंप्यूटरों के बारे में</translation>
    </message>
    <message>
        <source>&amp;If Luthier is not found</source>
        <translation>अगर Luthier न मिले</translation>
    </message>
    <message>
        <source>User name, @, and the computer&apos;s name or address</source>
        <translation>उपयोगकर्ता नाम, @, और कंप्यूटर का नाम या पता</translation>
    </message>
    <message>
        <source>Command that starts Luthier on it</source>
        <translation>उस पर Luthier शुरू करने वाली कमांड</translation>
    </message>
    <message>
        <source>&amp;Command that starts Luthier on it</source>
        <translation>उस पर Luthier शुरू करने वाली कमांड</translation>
    </message>
    <message>
        <source>Use&amp;r name, @, and the computer&apos;s name or address</source>
        <translation>उपयोगकर्ता नाम, @, और कंप्यूटर का नाम या पता</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>परीक्षा</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>हटाएँ</translation>
    </message>
    <message>
        <source>Asking it…</source>
        <translation>उससे पूछा जा रहा है…</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>नापा गया</translation>
    </message>
    <message>
        <source>How many held-out tokens are measured each time, at most. 0: all.</source>
        <translation>हर बार ज़्यादा से ज़्यादा इतने अलग रखे टोकन नापे जाते हैं, ताकि देर न हो। 0: सभी।</translation>
    </message>
    <message>
        <source>a whole number of tokens, 0 or more</source>
        <translation>टोकन की पूर्ण संख्या, 0 या अधिक</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>सहेजें हर</translation>
    </message>
    <message>
        <source>The number of steps between checkpoints; a crash costs no more. 0: only at the end.</source>
        <translation>हर इतने चरण में चेकपॉइंट लिखें; क्रैश में इससे ज़्यादा नहीं जाता। 0: केवल अंत में।</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>पीछे जाएँ</translation>
    </message>
    <message>
        <source>When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at most. off: go on, whatever happens.</source>
        <translation>लॉस उछले और ऊँचा रहे तो: आधी दर के साथ पिछले अच्छे चेकपॉइंट पर, ज़्यादा से ज़्यादा दो बार। off: जो भी हो, चलते रहें।</translation>
    </message>
    <message>
        <source>Stays itself</source>
        <translation>वैसा ही रहता है</translation>
    </message>
    <message>
        <source>How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: firmly; 0: not at all.</source>
        <translation>आपके प्रश्न सीखते समय इसे रोज़मर्रा के प्रश्नों के अपने पुराने उत्तरों पर कितनी मज़बूती से रखा जाए। 1: मज़बूती से; 0: बिल्कुल नहीं।</translation>
    </message>
    <message>
        <source>a number from 0 to 100, such as 1</source>
        <translation>0 से 100 तक की कोई संख्या, जैसे 1</translation>
    </message>
    <message>
        <source>What must not change</source>
        <translation>क्या नहीं बदलना चाहिए</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>किसी फ़ाइल का पथ</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>अजीब डेटा</translation>
    </message>
    <message>
        <source>refuse or train</source>
        <translation>refuse या train</translation>
    </message>
    <message>
        <source>How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.</source>
        <translation>पाठ के कितने टुकड़े एक चरण बनाते हैं। ज़्यादा हों तो चरण स्थिर पर कम, और मेमोरी ज़्यादा नहीं।</translation>
    </message>
    <message>
        <source>a whole number, 1 or more, such as 4</source>
        <translation>पूर्ण संख्या, 1 या अधिक, जैसे 4</translation>
    </message>
    <message>
        <source>Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.</source>
        <translation>हर परत के किन भागों को अडैप्टर मिले। कम हों तो फ़ाइल छोटी; सभी आम तौर पर सबसे अच्छा सीखते हैं।</translation>
    </message>
    <message>
        <source>all-linear, or some of q, k, v, o, gate, up, down with commas between</source>
        <translation>all-linear, या q, k, v, o, gate, up, down में से कुछ, अल्पविराम से अलग</translation>
    </message>
    <message>
        <source>Which layers learn. Fewer, counted from the last, are faster and take less memory.</source>
        <translation>कौन-सी परतें सीखें। वापसी सबसे निचली पर रुकती है: आख़िरी से गिनकर कम हों तो तेज़ और कम मेमोरी।</translation>
    </message>
    <message>
        <source>all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11</source>
        <translation>all, last half, last quarter, last 8, first 8, या 0 से संख्याएँ, जैसे 4-11</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How strongly what is learnt counts: twice the rank is usual.</source>
        <translation>सीखा हुआ कितना गिना जाए: रैंक का दोगुना सामान्य है।</translation>
    </message>
    <message>
        <source>a number above 0, such as 32</source>
        <translation>0 से बड़ी संख्या, जैसे 32</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>अनुसूची</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero: in a curve, in a line, or not at all.</source>
        <translation>सीखने की दर ऊँचाई से शून्य तक कैसे गिरे: वक्र में, सीधी रेखा में, या बिल्कुल नहीं।</translation>
    </message>
    <message>
        <source>cosine, linear or constant</source>
        <translation>cosine, linear या constant</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>गरम होना</translation>
    </message>
    <message>
        <source>The share of the steps in which the learning rate rises to its full value.</source>
        <translation>चरणों का वह हिस्सा जिसमें सीखने की दर अपनी ऊँचाई तक चढ़ती है।</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>सर्वश्रेष्ठ का आधार</translation>
    </message>
    <message>
        <source>Which checkpoint is the best: the one with the lowest loss, or with the most right answers (right), for labels, JSON and tool calls.</source>
        <translation>कौन-सा चेकपॉइंट सर्वश्रेष्ठ है: सबसे कम हानि वाला, या सबसे अधिक सही उत्तरों वाला (right), लेबल, JSON और टूल कॉल के लिए।</translation>
    </message>
    <message>
        <source>loss or right</source>
        <translation>loss या right</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>धैर्य</translation>
    </message>
    <message>
        <source>Stop after this many evaluations without improvement. 0: never before the end.</source>
        <translation>इतने मूल्यांकनों में सुधार न हो तो रुकें। 0: अंत से पहले कभी नहीं।</translation>
    </message>
    <message>
        <source>a whole number of evaluations, 0 or more</source>
        <translation>मूल्यांकनों की पूर्ण संख्या, 0 या अधिक</translation>
    </message>
    <message>
        <source>How many cores compute. Fewer leave some to other programs; 0: as Settings say.</source>
        <translation>कितने कोर गणना करें। कम हों तो कुछ दूसरे प्रोग्रामों के लिए बचते हैं; 0: सेटिंग्स के अनुसार।</translation>
    </message>
    <message>
        <source>a whole number of threads, 0 or more</source>
        <translation>थ्रेड की पूर्ण संख्या, 0 या अधिक</translation>
    </message>
    <message>
        <source>low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.</source>
        <translation>low: दूसरे प्रोग्राम पहले और उनका एक कोर, ताकि कंप्यूटर काम लायक रहे। auto: सेटिंग्स के अनुसार।</translation>
    </message>
    <message>
        <source>auto, normal or low</source>
        <translation>auto, normal या low</translation>
    </message>
    <message>
        <source>Rank-stable</source>
        <translation>रैंक-स्थिर</translation>
    </message>
    <message>
        <source>rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.</source>
        <translation>rsLoRA: बड़ी रैंक (64 या अधिक) पर अडैप्टर दबने के बजाय सीखता रहता है।</translation>
    </message>
    <message>
        <source>Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.</source>
        <translation>भार की हर पंक्ति की ताक़त भी सिखाता है। धीमा, अक्सर थोड़ा बेहतर, और केवल मिलाकर निर्यात होता है।</translation>
    </message>
    <message>
        <source>LoRA+ ratio</source>
        <translation>LoRA+ अनुपात</translation>
    </message>
    <message>
        <source>Lets the adapter&apos;s second half learn this many times faster, which can save steps. 16 is usual; 1: off.</source>
        <translation>अडैप्टर का दूसरा आधा इतने गुना तेज़ सीखता है, जिससे चरण बच सकते हैं। 16 सामान्य है; 1: बंद।</translation>
    </message>
    <message>
        <source>a number above 0, such as 16</source>
        <translation>0 से बड़ी संख्या, जैसे 16</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Leaves out part of the adapter&apos;s input at random, so that it learns less by heart. 0.05 is usual; 0: off.</source>
        <translation>अडैप्टर जो पढ़ता है उसका कुछ हिस्सा यूँ ही छोड़ देता है, ताकि कम रटे। 0.05 सामान्य है; 0: बंद।</translation>
    </message>
    <message>
        <source>Noise (NEFTune)</source>
        <translation>शोर (NEFTune)</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>लक्ष्य</translation>
    </message>
    <message>
        <source>Without length</source>
        <translation>लंबाई के बिना</translation>
    </message>
    <message>
        <source>Good answers count</source>
        <translation>अच्छे उत्तरों का वज़न</translation>
    </message>
    <message>
        <source>Wrong choices</source>
        <translation>ग़लत चुनाव</translation>
    </message>
    <message>
        <source>Marks of turns</source>
        <translation>बारी के चिह्न</translation>
    </message>
    <message>
        <source>Go to “{control}”.</source>
        <translation>“{control}” पर जाएँ।</translation>
    </message>
    <message>
        <source>Change “{control}”.</source>
        <translation>“{control}” बदलें।</translation>
    </message>
    <message>
        <source>Set “{control}” to {value}.</source>
        <translation>“{control}” को {value} पर सेट करें।</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>स्तंभ</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>एन्कोडिंग</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>शीर्ष पंक्ति</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>शीट</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>समान पंक्तियाँ</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>पैकिंग</translation>
    </message>
    <message>
        <source>Shared beginnings</source>
        <translation>साझा शुरुआतें</translation>
    </message>
    <message>
        <source>NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.</source>
        <translation>NEFTune: प्रशिक्षण में शब्दों पर थोड़ा शोर, जिससे बातचीत वाले मॉडल के उत्तर अक्सर खुलते हैं। 0: बंद।</translation>
    </message>
    <message>
        <source>The share of your data that is only used to test the trained model.</source>
        <translation>आपके डेटा का वह हिस्सा जो सिर्फ़ प्रशिक्षित मॉडल की जाँच के काम आता है।</translation>
    </message>
    <message>
        <source>A file of conversations or text that it has to keep. Empty: everyday talk in six languages.</source>
        <translation>बातचीत या पाठ की फ़ाइल, जिसे इसे भूलना नहीं है। खाली: छह भाषाओं में रोज़मर्रा की बातचीत।</translation>
    </message>
    <message>
        <source>Data with the same answer to every question, or with mostly misread letters: refuse it, or train on it anyway.</source>
        <translation>ऐसा डेटा जिसमें हर प्रश्न का एक ही उत्तर हो, या ज़्यादातर अक्षर ग़लत पढ़े गए हों: उसे न लें, या फिर भी उस पर प्रशिक्षित करें।</translation>
    </message>
    <message>
        <source>The order of the rows, and how the adapter begins. The same seed gives the same training.</source>
        <translation>पंक्तियों का क्रम, और अडैप्टर की शुरुआत। एक ही बीज से एक जैसा प्रशिक्षण होता है।</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 5</source>
        <translation>संख्या, 0 या अधिक, जैसे 5</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>भार क्षय</translation>
    </message>
    <message>
        <source>Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.</source>
        <translation>अडैप्टर को शून्य की ओर खींचता है, ताकि थोड़ा डेटा मॉडल को कम बदले। 0: बंद।</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 0.01</source>
        <translation>संख्या, 0 या अधिक, जैसे 0.01</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>परीक्षण चाल</translation>
    </message>
    <message>
        <source>Cancel the dry run</source>
        <translation>अभ्यास रद्द करें</translation>
    </message>
    <message>
        <source>about {whole_seconds}</source>
        <translation>लगभग {whole_seconds}</translation>
    </message>
    <message>
        <source>The dry run was cancelled.</source>
        <translation>अभ्यास रद्द किया गया।</translation>
    </message>
    <message>
        <source>Teach a language model your style, your answers or your texts. Nothing leaves this computer.</source>
        <translation>भाषा मॉडल को अपनी शैली, अपने उत्तर या अपने टेक्स्ट सिखाएँ। कुछ भी इस कंप्यूटर से बाहर नहीं जाता।</translation>
    </message>
    <message>
        <source>Choose one: yours, or the one included.</source>
        <translation>एक चुनें: अपना, या साथ आया हुआ।</translation>
    </message>
    <message>
        <source>Show it what to learn from.</source>
        <translation>उसे दिखाएँ कि किससे सीखना है।</translation>
    </message>
    <message>
        <source>Let it learn. The model file itself stays as it is.</source>
        <translation>उसे सीखने दें। मॉडल की फ़ाइल ख़ुद वैसी ही रहती है।</translation>
    </message>
    <message>
        <source>Compare its answers, before and after.</source>
        <translation>उसके पहले और बाद के उत्तर मिलाकर देखें।</translation>
    </message>
    <message>
        <source>A small model learns from a sample in a few minutes, without a network:</source>
        <translation>एक छोटा मॉडल कुछ ही मिनटों में, बिना नेटवर्क के, नमूने से सीखता है:</translation>
    </message>
    <message>
        <source>to &amp;answer like an old lighthouse keeper</source>
        <translation>लाइटहाउस के बूढ़े रखवाले की तरह उत्तर देना</translation>
    </message>
    <message>
        <source>to &amp;continue a story like Dr Watson</source>
        <translation>डॉ. वॉटसन की तरह कहानी आगे बढ़ाना</translation>
    </message>
    <message>
        <source>Use my &amp;own</source>
        <translation>अपना उपयोग करें</translation>
    </message>
    <message>
        <source>&amp;Try it with the sample</source>
        <translation>नमूने से आज़माएँ</translation>
    </message>
    <message>
        <source>Welcome to Luthier</source>
        <translation>Luthier में आपका स्वागत है</translation>
    </message>
    <message>
        <source>Teach it my &amp;own texts</source>
        <translation>इसे मेरे पाठ सिखाएँ</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>यह कैसे काम करता है</translation>
    </message>
    <message>
        <source>Take it to Ollama, LM Studio or llama.cpp.</source>
        <translation>इसे Ollama, LM Studio या llama.cpp में ले जाएँ।</translation>
    </message>
    <message>
        <source>See it happen first</source>
        <translation>पहले होते हुए देखें</translation>
    </message>
    <message>
        <source>Luthier goes on</source>
        <translation>Luthier चलता रहेगा</translation>
    </message>
    <message>
        <source>The run is in the tray until it ends.</source>
        <translation>प्रशिक्षण समाप्त होने तक ट्रे में रहेगा।</translation>
    </message>
    <message>
        <source>Nothing is training</source>
        <translation>कोई प्रशिक्षण नहीं चल रहा</translation>
    </message>
    <message>
        <source>Show &amp;Luthier</source>
        <translation>Luthier दिखाएँ</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>बंद करें</translation>
    </message>
    <message>
        <source>{title} could not be trained</source>
        <translation>{title} प्रशिक्षित नहीं हो सका</translation>
    </message>
    <message>
        <source>Start it when the other has ended.</source>
        <translation>दूसरे के समाप्त होने पर इसे शुरू करें।</translation>
    </message>
    <message>
        <source>&amp;Train both</source>
        <translation>दोनों को प्रशिक्षित करें</translation>
    </message>
    <message>
        <source>Each takes about twice as long, and both need their memory at once.</source>
        <translation>हर एक में लगभग दोगुना समय लगता है, और दोनों को एक साथ मेमोरी चाहिए।</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>दूसरा प्रोग्राम</translation>
    </message>
    <message>
        <source>{title} is being trained by {holder}.</source>
        <translation>{title} का प्रशिक्षण {holder} कर रहा है।</translation>
    </message>
    <message>
        <source>Another run is training on this computer.</source>
        <translation>इस कंप्यूटर पर एक और प्रशिक्षण चल रहा है।</translation>
    </message>
    <message>
        <source>The training is being saved.</source>
        <translation>प्रशिक्षण सहेजा जा रहा है।</translation>
    </message>
    <message>
        <source>{title} is still training on {computer}.</source>
        <translation>{title} का प्रशिक्षण {computer} पर अब भी चल रहा है।</translation>
    </message>
    <message>
        <source>{title} is still training.</source>
        <translation>{title} का प्रशिक्षण अभी चल रहा है।</translation>
    </message>
    <message>
        <source>What should happen to it?</source>
        <translation>इसका क्या किया जाए?</translation>
    </message>
    <message>
        <source>Let it go &amp;on there</source>
        <translation>उसे वहीं चलने दें</translation>
    </message>
    <message>
        <source>The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and is kept.</source>
        <translation>विंडो बंद हो जाती है। अगली बार यह उससे फिर जुड़ने का विकल्प देती है। एक दिन तक कोई न जुड़े तो प्रशिक्षण वहाँ रुक जाता है, और सहेजा रहता है।</translation>
    </message>
    <message>
        <source>Keep &amp;running</source>
        <translation>चलने दें</translation>
    </message>
    <message>
        <source>The window goes to the tray. A message says when the run has ended.</source>
        <translation>विंडो ट्रे में चली जाती है। प्रशिक्षण समाप्त होने पर एक संदेश बताता है।</translation>
    </message>
    <message>
        <source>The window becomes small and goes on training. Its title says how far the run is.</source>
        <translation>विंडो छोटी हो जाती है और प्रशिक्षण चलता रहता है। इसका शीर्षक बताता है कि कितना हुआ।</translation>
    </message>
    <message>
        <source>Finishes the step, saves, and closes. You can continue it another time.</source>
        <translation>यह चरण पूरा करके सहेजता है और बंद करता है। आप इसे बाद में आगे बढ़ा सकते हैं।</translation>
    </message>
    <message>
        <source>What it learnt since step {step} is lost.</source>
        <translation>चरण {step} के बाद जो सीखा, वह खो जाएगा।</translation>
    </message>
    <message>
        <source>Nothing of it is kept.</source>
        <translation>इसमें से कुछ नहीं रखा जाएगा।</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>प्रशिक्षण रद्द करें</translation>
    </message>
    <message>
        <source>Ends it without saving, and closes. {lost}</source>
        <translation>बिना सहेजे समाप्त करके बंद करता है। {lost}</translation>
    </message>
    <message>
        <source>The window stays open.</source>
        <translation>विंडो खुली रहती है।</translation>
    </message>
    <message>
        <source>&amp;End it now</source>
        <translation>अभी समाप्त करें</translation>
    </message>
    <message>
        <source>Without waiting. {lost}</source>
        <translation>बिना प्रतीक्षा किए। {lost}</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>प्रतीक्षा करें</translation>
    </message>
    <message>
        <source>The window closes by itself.</source>
        <translation>विंडो अपने आप बंद हो जाएगी।</translation>
    </message>
    <message>
        <source>Luthier is still waiting to close.</source>
        <translation>Luthier अभी भी बंद होने की प्रतीक्षा में है।</translation>
    </message>
    <message>
        <source>What was learnt since step {step} is lost.</source>
        <translation>चरण {step} के बाद जो सीखा गया, वह खो जाएगा।</translation>
    </message>
    <message>
        <source>What is not saved yet is lost.</source>
        <translation>जो अभी सहेजा नहीं गया, वह खो जाएगा।</translation>
    </message>
    <message>
        <source>Stopping what is running. Then the window closes.</source>
        <translation>चल रहा काम समाप्त किया जा रहा है। फिर विंडो बंद होगी।</translation>
    </message>
    <message>
        <source>; a step takes about {seconds} here</source>
        <translation>; यहाँ एक चरण में लगभग {seconds} लगते हैं</translation>
    </message>
    <message>
        <source>Waiting for the current step{pace}. Then the window closes.</source>
        <translation>चल रहे चरण की प्रतीक्षा है{pace}। फिर विंडो बंद होगी।</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>विंडो खुली रखें</translation>
    </message>
    <message>
        <source>&amp;Look at the training</source>
        <translation>प्रशिक्षण देखें</translation>
    </message>
    <message>
        <source>Luthier did not start properly last time, so it starts without what it remembered. That is kept in {file}.</source>
        <translation>पिछली बार Luthier ठीक से शुरू नहीं हुआ, इसलिए यह अपनी याद रखी बातों के बिना शुरू हो रहा है। वे {file} में रखी हैं।</translation>
    </message>
    <message>
        <source>&amp;Good</source>
        <translation>ठीक है</translation>
    </message>
    <message>
        <source>Something went wrong in the window. If it does not look right now, close it and start it again.</source>
        <translation>विंडो में कुछ गड़बड़ हुई। अगर यह अब ठीक नहीं दिखती, तो इसे बंद करके फिर से शुरू करें।</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>सेटिंग्स</translation>
    </message>
    <message>
        <source>Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. Larger models learn facts, too.</source>
        <translation>प्रशिक्षित: इसका नया उत्तर पुराने के पास है। यह नमूना मॉडल बहुत छोटा है, इसलिए केवल बोलने का ढंग सीखता है। बड़े मॉडल तथ्य भी सीखते हैं।</translation>
    </message>
    <message>
        <source>{title}: trained.</source>
        <translation>{title}: प्रशिक्षित।</translation>
    </message>
    <message>
        <source>&amp;Ask it something</source>
        <translation>इससे कुछ पूछें</translation>
    </message>
    <message>
        <source>{name}
{words}
Press to watch it.</source>
        <translation>{name}
{words}
देखने के लिए दबाएँ।</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>आगे बढ़ें</translation>
    </message>
    <message>
        <source>&amp;Look at it</source>
        <translation>देखें</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>अभी नहीं</translation>
    </message>
    <message>
        <source>{who} in the queue from last time. Continue the training?</source>
        <translation>पिछली बार की कतार में {who}। क्या प्रशिक्षण आगे चले?</translation>
    </message>
    <message>
        <source>&amp;Look at the queue</source>
        <translation>कतार देखें</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>स्वागत</translation>
    </message>
    <message>
        <source>{page}: {text}</source>
        <translation>{page}: {text}</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>दिखाएँ</translation>
    </message>
    <message>
        <source>running, {percent}</source>
        <translation>चल रहा है, {percent}</translation>
    </message>
    <message>
        <source>next</source>
        <translation>अगला</translation>
    </message>
    <message>
        <source>done</source>
        <translation>पूरा</translation>
    </message>
    <message>
        <source>Another training is running. Press Train at the left to see it.</source>
        <translation>दूसरा प्रशिक्षण चल रहा है। उसे देखने के लिए बाईं ओर “प्रशिक्षण” दबाएँ।</translation>
    </message>
    <message>
        <source>This folder cannot be opened</source>
        <translation>यह फ़ोल्डर खोला नहीं जा सकता</translation>
    </message>
    <message>
        <source>This run cannot be read</source>
        <translation>यह प्रशिक्षण पढ़ा नहीं जा सकता</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>रुक रहा है…</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>रद्द हो रहा है</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>समाप्त</translation>
    </message>
    <message>
        <source>{rss} · {pace} tok/s</source>
        <translation>{rss} · {pace} tok/s</translation>
    </message>
    <message>
        <source>{seconds} min left</source>
        <translation>{seconds} मिनट शेष</translation>
    </message>
    <message>
        <source>{seconds} left</source>
        <translation>{seconds} शेष</translation>
    </message>
    <message>
        <source>Your run {title} stopped before its first step.</source>
        <translation>आपका प्रशिक्षण {title} पहले चरण से पहले रुक गया।</translation>
    </message>
    <message>
        <source>&amp;Resume {title}</source>
        <translation>{title} फिर शुरू करें</translation>
    </message>
    <message>
        <source>at step {step} of {steps}</source>
        <translation>चरण {step} / {steps} पर</translation>
    </message>
    <message>
        <source>&amp;Resume {title} ({step} of {steps})</source>
        <translation>{title} फिर शुरू करें ({steps} में से {step})</translation>
    </message>
    <message>
        <source>Your run {title} stopped {where}.</source>
        <translation>आपका प्रशिक्षण {title} {where} रुक गया।</translation>
    </message>
    <message>
        <source>Your run {title} was {where} when {on} was last heard.</source>
        <translation>{on} से आख़िरी ख़बर मिलने पर आपका प्रशिक्षण {title} {where} था।</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>फिर शुरू करें</translation>
    </message>
    <message>
        <source>{title} – Luthier</source>
        <translation>{title} – Luthier</translation>
    </message>
    <message>
        <source>Lines to type in a terminal</source>
        <translation>टर्मिनल में लिखने की पंक्तियाँ</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>कॉपी किया गया</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>प्रगति</translation>
    </message>
    <message>
        <source>{title}: not found here</source>
        <translation>{title}: यहाँ नहीं मिला</translation>
    </message>
    <message>
        <source>Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)</source>
        <translation>डेटा (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;सभी फ़ाइलें (*)</translation>
    </message>
    <message>
        <source>Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts.</source>
        <translation>कोई टेक्स्ट, दस्तावेज़, JSON, CSV या Parquet फ़ाइल, या टेक्स्ट का फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>A folder: the texts in it, and in folders below.</source>
        <translation>एक फ़ोल्डर: इसके और नीचे के फ़ोल्डरों के टेक्स्ट।</translation>
    </message>
    <message>
        <source>Check that you have permission to read it, or choose another.</source>
        <translation>देखें कि आप इसे पढ़ सकते हैं, या दूसरा चुनें।</translation>
    </message>
    <message>
        <source>{text} cannot be read: {strerror}.</source>
        <translation>{text} पढ़ा नहीं जा सकता: {strerror}।</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} खाली है।</translation>
    </message>
    <message>
        <source>Choose a file with text in it.</source>
        <translation>ऐसी फ़ाइल चुनें जिसमें टेक्स्ट हो।</translation>
    </message>
    <message>
        <source>A file of {size}.</source>
        <translation>{size} की फ़ाइल।</translation>
    </message>
    <message>
        <source>No {what} is chosen yet.</source>
        <translation>अभी कुछ नहीं चुना गया ({what})।</translation>
    </message>
    <message>
        <source>There is nothing at {text}.</source>
        <translation>{text} पर कुछ नहीं है।</translation>
    </message>
    <message>
        <source>Check the path, or choose it again.</source>
        <translation>पथ जाँचें, या फिर से चुनें।</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>समाप्त हो रहा है…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>विराम लग रहा है…</translation>
    </message>
    <message>
        <source>Paused · {amount}</source>
        <translation>विराम में · {amount}</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>कनेक्शन टूटा, फिर कोशिश हो रही है</translation>
    </message>
    <message>
        <source>{seconds_left} left</source>
        <translation>{seconds_left} शेष</translation>
    </message>
    <message>
        <source>{done} of {total} {unit}</source>
        <translation>{total} {unit} में से {done}</translation>
    </message>
    <message>
        <source>No loss yet.</source>
        <translation>अभी कोई लॉस नहीं।</translation>
    </message>
    <message>
        <source>Loss from {first} to {last}.</source>
        <translation>लॉस {first} से {last}।</translation>
    </message>
    <message>
        <source> On text it had not seen from {first} to {last}.</source>
        <translation> अनदेखे टेक्स्ट पर {first} से {last}।</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>देखने योग्य</translation>
    </message>
    <message>
        <source>Not good</source>
        <translation>अच्छा नहीं</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>अभी बाकी</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>चल रहा है</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>अभी पता नहीं</translation>
    </message>
    <message>
        <source>Copy the &amp;lines</source>
        <translation>पंक्तियाँ कॉपी करें</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>यह संदेश हटाएँ</translation>
    </message>
    <message>
        <source>Dismiss this message (Escape)</source>
        <translation>यह संदेश हटाएँ (Escape)</translation>
    </message>
    <message>
        <source>No file manager could be started</source>
        <translation>कोई फ़ाइल प्रबंधक शुरू नहीं हो सका</translation>
    </message>
    <message>
        <source>The folder is here:</source>
        <translation>फ़ोल्डर यहाँ है:</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>फ़ाइल…</translation>
    </message>
    <message>
        <source>{name}: choose a file</source>
        <translation>{name}: फ़ाइल चुनें</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>फ़ोल्डर…</translation>
    </message>
    <message>
        <source>{name}: choose a folder</source>
        <translation>{name}: फ़ोल्डर चुनें</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>एक फ़ाइल चुनें</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>एक फ़ोल्डर चुनें</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>टोकन लें</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>टोकन सहेजें</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>एक्सेस टोकन</translation>
    </message>
    <message>
        <source>Access token, hf_…</source>
        <translation>एक्सेस टोकन, hf_…</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>यह सिस्टम की कीरिंग में रखा जाता है, किसी फ़ाइल में नहीं।</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>टोकन हटाएँ</translation>
    </message>
    <message>
        <source>Paste the token first.</source>
        <translation>पहले टोकन चिपकाएँ।</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>कीरिंग से पूछा जा रहा है…</translation>
    </message>
    <message>
        <source>✓ The token is in the system&apos;s keyring.</source>
        <translation>✓ टोकन सिस्टम की कीरिंग में है।</translation>
    </message>
    <message>
        <source>✓ There is no token in the keyring any more.</source>
        <translation>✓ कीरिंग में अब कोई टोकन नहीं है।</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>नहीं समाता</translation>
    </message>
    <message>
        <source>The worker process reported a result that cannot be understood.</source>
        <translation>काम करने वाले प्रोसेस ने नतीजे के बारे में जो कहा वह समझ नहीं आया।</translation>
    </message>
    <message>
        <source>This is a bug: please report the details.</source>
        <translation>यह प्रोग्राम की त्रुटि है: कृपया विवरण बताएँ।</translation>
    </message>
    <message>
        <source>The worker process was lost</source>
        <translation>काम करने वाला प्रोसेस खो गया</translation>
    </message>
    <message>
        <source>Closing other programs helps when memory ran out. Try again.</source>
        <translation>मेमोरी ख़त्म हुई हो तो दूसरे प्रोग्राम बंद करना मदद करता है। फिर कोशिश करें।</translation>
    </message>
    <message>
        <source>This is a bug: please report it. “Save a report” on the Settings page writes what is needed.</source>
        <translation>यह प्रोग्राम की त्रुटि है: कृपया बताएँ। सेटिंग्स पृष्ठ का “रिपोर्ट सहेजें” ज़रूरी बातें लिखता है।</translation>
    </message>
    <message>
        <source>The training process did not start</source>
        <translation>प्रशिक्षण का प्रोसेस शुरू नहीं हुआ</translation>
    </message>
    <message>
        <source>The training process was lost</source>
        <translation>प्रशिक्षण का प्रोसेस खो गया</translation>
    </message>
    <message>
        <source>exit code {exit_code}, crashed: {crashed}</source>
        <translation>निकास कोड {exit_code}, क्रैश: {crashed}</translation>
    </message>
    <message>
        <source>Stopped and kept</source>
        <translation>रोका और रखा गया</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing was lost. Change what you like, and start again.</source>
        <translation>कुछ नहीं सीखा गया, और कुछ नहीं खोया। जो चाहें बदलें और फिर शुरू करें।</translation>
    </message>
    <message>
        <source>Cancelled before anything was trained</source>
        <translation>कुछ सीखने से पहले रद्द</translation>
    </message>
    <message>
        <source>What was trained since the last checkpoint is lost. </source>
        <translation>पिछली बार चेकपॉइंट के बाद जो सीखा गया वह चला गया। </translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>रद्द किया गया</translation>
    </message>
    <message>
        <source>This training was interrupted</source>
        <translation>यह प्रशिक्षण बीच में रुक गया</translation>
    </message>
    <message>
        <source>{title} is ready</source>
        <translation>{title} तैयार है</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker program could not be started. Installing Luthier again usually mends this.</source>
        <translation>Luthier का काम करने वाला प्रोग्राम शुरू नहीं हो सका। Luthier फिर इंस्टॉल करने से अक्सर ठीक हो जाता है।</translation>
    </message>
    <message>
        <source>The process ended without a reason (exit code {exit_code}).</source>
        <translation>प्रोसेस बिना कारण बताए ख़त्म हुआ (निकास कोड {exit_code})।</translation>
    </message>
    <message>
        <source>The process was ended from outside while it worked. The system does that when memory runs out; closing other programs or a shorter context helps.</source>
        <translation>काम करते हुए प्रोसेस को बाहर से ख़त्म किया गया। मेमोरी ख़त्म होने पर सिस्टम ऐसा करता है; दूसरे प्रोग्राम बंद करना या छोटा संदर्भ मदद करता है।</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>निकास कोड {code}</translation>
    </message>
    <message>
        <source>It crashed ({name}).</source>
        <translation>यह क्रैश हुआ ({name})।</translation>
    </message>
    <message>
        <source>The process was ended by the system ({name}).</source>
        <translation>सिस्टम ने प्रोसेस को ख़त्म कर दिया ({name})।</translation>
    </message>
    <message>
        <source>Training ended without a result</source>
        <translation>प्रशिक्षण बिना नतीजे ख़त्म हुआ</translation>
    </message>
    <message>
        <source>Training is finished</source>
        <translation>प्रशिक्षण पूरा हुआ</translation>
    </message>
    <message>
        <source>Training ended with an error</source>
        <translation>प्रशिक्षण त्रुटि के साथ समाप्त हुआ</translation>
    </message>
    <message>
        <source>Training has gone wrong</source>
        <translation>प्रशिक्षण बिगड़ गया</translation>
    </message>
    <message>
        <source>Training could not begin</source>
        <translation>प्रशिक्षण शुरू नहीं हो सका</translation>
    </message>
    <message>
        <source>No checkpoint had been saved yet, so resuming begins at the first step.</source>
        <translation>अभी कोई चेकपॉइंट नहीं सहेजा गया था, इसलिए जारी रखना पहले चरण से शुरू होता है।</translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept. Resume goes on from there.</source>
        <translation>चरण {saved} तक सब रखा गया। “जारी रखें” वहीं से चलता है।</translation>
    </message>
    <message numerus="yes">
        <source>{lost} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{lost} चरण</numerusform>
            <numerusform>{lost} चरण</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.</source>
        <translation>चरण {saved} तक सब रखा गया; “जारी रखें” वहीं से चलता है, और {steps} दोहराए जाते हैं।</translation>
    </message>
    <message>
        <source>It took {seconds}.</source>
        <translation>इसमें {seconds} लगे।</translation>
    </message>
    <message>
        <source>The training process was lost here: it ended without a word.</source>
        <translation>प्रशिक्षण का प्रोसेस यहाँ खो गया: बिना कुछ कहे ख़त्म हुआ।</translation>
    </message>
    <message>
        <source>Resuming this run.</source>
        <translation>यह प्रशिक्षण जारी है।</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>शुरू हुआ।</translation>
    </message>
    <message>
        <source>, a little slower to save some</source>
        <translation>, बचत के लिए थोड़ा धीमा</translation>
    </message>
    <message>
        <source>, slower to save some</source>
        <translation>, बचत के लिए धीमा</translation>
    </message>
    <message>
        <source> A sample takes about {samples} more while it is written.</source>
        <translation> नमूना लिखते समय लगभग {samples} और लगते हैं।</translation>
    </message>
    <message>
        <source>, and {on_card} of the graphics card&apos;s</source>
        <translation>, और ग्राफ़िक्स कार्ड की {on_card}</translation>
    </message>
    <message>
        <source>Training needs about {total} of memory{card}{how}.{besides}</source>
        <translation>प्रशिक्षण को लगभग {total} मेमोरी चाहिए{card}{how}।{besides}</translation>
    </message>
    <message>
        <source>from step {step} </source>
        <translation>चरण {step} से </translation>
    </message>
    <message>
        <source>Training {trainable} adapter weights, {start}to step {steps}.</source>
        <translation>अडैप्टर के {trainable} भार प्रशिक्षण में, {start}चरण {steps} तक।</translation>
    </message>
    <message>
        <source>Step {step} was skipped: {reason} ({so_far} so far).</source>
        <translation>चरण {step} छोड़ा गया: {reason} (अब तक {so_far})।</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>{steps} के बाद</translation>
    </message>
    <message>
        <source>with the adapter</source>
        <translation>अडैप्टर के साथ</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>प्रशिक्षण से पहले</translation>
    </message>
    <message>
        <source>loss {loss}.</source>
        <translation>लॉस {loss}।</translation>
    </message>
    <message>
        <source>loss {loss}, perplexity {perplexity}.</source>
        <translation>लॉस {loss}, perplexity {perplexity}।</translation>
    </message>
    <message>
        <source>Evaluation {when}: {what}</source>
        <translation>मूल्यांकन {when}: {what}</translation>
    </message>
    <message>
        <source>Checkpoint saved at step {step}{best}.</source>
        <translation>चरण {step} पर चेकपॉइंट सहेजा गया{best}।</translation>
    </message>
    <message>
        <source>, the best so far: it is kept</source>
        <translation>, अब तक सबसे अच्छा: यह रखा जाता है</translation>
    </message>
    <message>
        <source>Sample before training, to “{prompt}”.</source>
        <translation>प्रशिक्षण से पहले का नमूना, “{prompt}” पर।</translation>
    </message>
    <message>
        <source>Sample after {steps}, to “{prompt}”.</source>
        <translation>{steps} के बाद का नमूना, “{prompt}” पर।</translation>
    </message>
    <message>
        <source>Sample ({label}): {text}</source>
        <translation>नमूना ({label}): {text}</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>रुका हुआ।</translation>
    </message>
    <message>
        <source>Running.</source>
        <translation>चल रहा है।</translation>
    </message>
    <message>
        <source>Stopping after this step.</source>
        <translation>इस चरण के बाद रुक रहा है।</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>पूरा हुआ।</translation>
    </message>
    <message>
        <source>Stopped; the adapter is kept.</source>
        <translation>रोका गया; अडैप्टर रखा है।</translation>
    </message>
    <message>
        <source>{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).</source>
        <translation>{rows}, {tokens} टोकन, उनमें से {tokens_trained} प्रशिक्षित, {sequences} क्रमों में ({fill} भरे)।</translation>
    </message>
    <message>
        <source> Rows that begin alike share {tokens_shared} of the tokens.</source>
        <translation> एक जैसी शुरुआत वाली पंक्तियाँ {tokens_shared} टोकन साझा करती हैं।</translation>
    </message>
    <message>
        <source> Held out for evaluation: {rows}.</source>
        <translation> मूल्यांकन के लिए अलग: {rows}।</translation>
    </message>
    <message>
        <source> Left out: </source>
        <translation> छोड़े गए: </translation>
    </message>
    <message>
        <source>waiting for mains power</source>
        <translation>बिजली का इंतज़ार</translation>
    </message>
    <message>
        <source>waiting until the processor has cooled down</source>
        <translation>प्रोसेसर के ठंडा होने का इंतज़ार</translation>
    </message>
    <message>
        <source>The worker writes lines that this version of Luthier does not understand. They are skipped.</source>
        <translation>काम करने वाला प्रोसेस ऐसी पंक्तियाँ लिखता है जिन्हें Luthier का यह संस्करण नहीं समझता। उन्हें छोड़ दिया जाता है।</translation>
    </message>
    <message>
        <source>If nothing else is wrong, it can continue; Copy details has the lines for a report.</source>
        <translation>और कुछ ग़लत न हो तो यह आगे चल सकता है; “विवरण कॉपी करें” में पंक्तियाँ हैं, रिपोर्ट के लिए।</translation>
    </message>
    <message>
        <source>This run no longer exists.</source>
        <translation>यह प्रशिक्षण अब नहीं है।</translation>
    </message>
    <message>
        <source>Another program is training this run.</source>
        <translation>दूसरा प्रोग्राम यह प्रशिक्षण चला रहा है।</translation>
    </message>
    <message>
        <source>Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten when this window is closed.</source>
        <translation>Luthier की दूसरी विंडो ({host} पर प्रोसेस {pid}) कतार सँभाल रही है। यहाँ जो इंतज़ार में है, वह इस विंडो के बंद होते ही भुला दिया जाएगा।</translation>
    </message>
    <message>
        <source>Skipped: </source>
        <translation>छोड़ा गया: </translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>जारी किया गया</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>प्रशिक्षण</translation>
    </message>
    <message>
        <source>The computer slept for {asleep}</source>
        <translation>कंप्यूटर {asleep} सोया रहा</translation>
    </message>
    <message>
        <source>The computer slept, or was busy, for {asleep}.</source>
        <translation>कंप्यूटर {asleep} सोया रहा, या रुका रहा।</translation>
    </message>
    <message>
        <source>Save a report on the Settings page: it helps to find out why.</source>
        <translation>सेटिंग्स पृष्ठ पर रिपोर्ट सहेजें: इससे कारण खोजने में मदद मिलती है।</translation>
    </message>
    <message>
        <source>This did not work: {in_words}.</source>
        <translation>यह नहीं हुआ: {in_words}।</translation>
    </message>
    <message>
        <source>Of {answers} held-out choices it has learnt {right}.</source>
        <translation>अलग रखे {answers} चुनावों में से इसने {right} सीखे हैं।</translation>
    </message>
    <message>
        <source>Before training: {before}.</source>
        <translation>प्रशिक्षण से पहले: {before}।</translation>
    </message>
    <message>
        <source>No longer getting better</source>
        <translation>अब बेहतर नहीं हो रहा</translation>
    </message>
    <message>
        <source>The loss has stopped falling. More steps will change little: you can stop and keep what it has learnt.</source>
        <translation>लॉस गिरना बंद हो गया। ज़्यादा चरणों से कम बदलेगा: आप रोककर सीखा हुआ रख सकते हैं।</translation>
    </message>
    <message>
        <source>The loss rose from {least} to {now}</source>
        <translation>लॉस {least} से {now} पर चढ़ गया</translation>
    </message>
    <message>
        <source>{skipped} steps were lost</source>
        <translation>{skipped} चरण गए</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>लॉस अब संख्या नहीं रहा</translation>
    </message>
    <message>
        <source>, {lower} instead of {rate} for example</source>
        <translation>, जैसे {rate} के बजाय {lower}</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>फिर शुरू करें</translation>
    </message>
    <message>
        <source>Stop, and start again</source>
        <translation>रोकें और फिर शुरू करें</translation>
    </message>
    <message>
        <source>Unstable: lower the rate</source>
        <translation>अस्थिर: दर घटाएँ</translation>
    </message>
    <message>
        <source>{why}. {act} with a lower learning rate{rate}.</source>
        <translation>{why}। {act}, सीखने की कम दर{rate} के साथ।</translation>
    </message>
    <message>
        <source>Your chosen answers become unlikely</source>
        <translation>आपके चुने हुए उत्तर असंभाव्य हो रहे हैं</translation>
    </message>
    <message>
        <source>Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.</source>
        <translation>उनकी लॉग-प्रायिकता {before} से गिरकर {now} हो गई है: दूसरों से बचना सीखते हुए यह इन्हें लिखना भूल रहा है। {act}, कम लर्निंग रेट, कम इपॉक या बड़े बीटा के साथ।</translation>
    </message>
    <message>
        <source>Text it had not seen became harder for it from the start (loss {before} before, {now} now). Give it more or more varied rows, fewer epochs, or a lower learning rate.</source>
        <translation>जो पाठ उसने नहीं देखा था, वह शुरू से ही उसके लिए कठिन होता गया (लॉस पहले {before}, अब {now})। उसे ज़्यादा या ज़्यादा विविध पंक्तियाँ, कम दौर, या सीखने की कम दर दें।</translation>
    </message>
    <message>
        <source>Learning by heart from the start</source>
        <translation>शुरू से रट रहा है</translation>
    </message>
    <message>
        <source>The best adapter is from step {steps}</source>
        <translation>सबसे अच्छा अडैप्टर चरण {steps} का है</translation>
    </message>
    <message>
        <source>, it is kept. </source>
        <translation>, यह रखा जाता है। </translation>
    </message>
    <message>
        <source>Chat and Export take it. For a better one: more rows, or fewer epochs.</source>
        <translation>बातचीत और निर्यात इसे लेते हैं। बेहतर के लिए: ज़्यादा पंक्तियाँ, या कम दौर।</translation>
    </message>
    <message>
        <source>You can stop here: Chat and Export take that one.</source>
        <translation>यहाँ रोक सकते हैं: बातचीत और निर्यात उसी को लेते हैं।</translation>
    </message>
    <message>
        <source>Learning by heart since step {since}</source>
        <translation>चरण {since} से रट रहा है</translation>
    </message>
    <message>
        <source>{fell}; below {known} it is close to them. Let it go on.</source>
        <translation>{fell}; {known} से नीचे यह उनके क़रीब है। चलने दें।</translation>
    </message>
    <message>
        <source>{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.</source>
        <translation>{fell}; {known} से नीचे यह उनके क़रीब होता। इसे दुगनी बार पढ़ने दें: ज़्यादा epochs.</translation>
    </message>
    <message>
        <source>You can stop now. Reading on helps with questions in other words.</source>
        <translation>अब आप रोक सकते हैं। आगे पढ़ने से दूसरे शब्दों में पूछे प्रश्नों में मदद मिलती है।</translation>
    </message>
    <message>
        <source>It knows your answers by heart</source>
        <translation>उसे आपके उत्तर याद हैं</translation>
    </message>
    <message>
        <source>The loss on your answers has fallen from {levels} to {now}</source>
        <translation>आपके उत्तरों पर लॉस {levels} से {now} पर आ गया</translation>
    </message>
    <message>
        <source>Learning your answers by heart, as it should</source>
        <translation>आपके उत्तर याद कर रहा है, जैसा चाहिए</translation>
    </message>
    <message>
        <source>It does not know your answers by heart yet</source>
        <translation>उसे आपके उत्तर अभी याद नहीं</translation>
    </message>
    <message numerus="yes">
        <source>{n} answers are right, word for word.</source>
        <comment>1 answer is right, word for word.</comment>
        <translation>
            <numerusform>1 उत्तर शब्दशः सही है।</numerusform>
            <numerusform>{n} उत्तर शब्दशः सही हैं।</numerusform>
        </translation>
    </message>
    <message>
        <source>It knows {known} of your {taught} answers</source>
        <translation>यह आपके {taught} में से {known} उत्तर जानता है</translation>
    </message>
    <message>
        <source>These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” lets it read them again.</source>
        <translation>ये शब्दशः सही हैं। “क्या यह बेहतर है?” प्रश्न पूछता है और ग़लत उत्तर दिखाता है; “और सिखाएँ” उन्हें फिर पढ़वाता है।</translation>
    </message>
    <message>
        <source>“Is it better?” asks your questions and shows which answers are wrong.</source>
        <translation>“क्या यह बेहतर है?” आपके प्रश्न पूछता है और दिखाता है कि कौन से उत्तर ग़लत हैं।</translation>
    </message>
    <message>
        <source>{fell}. Single words may still be wrong, which this number hardly shows. {act}</source>
        <translation>{fell}. कुछ शब्द अब भी ग़लत हो सकते हैं, जो यह संख्या शायद ही दिखाती है। {act}</translation>
    </message>
    <message>
        <source>Its answers are close to yours</source>
        <translation>इसके उत्तर आपके उत्तरों के क़रीब हैं</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>पूरा नहीं हुआ</translation>
    </message>
    <message>
        <source>It has done {done} of the training that you planned. Resume lets it finish.</source>
        <translation>आपके तय प्रशिक्षण का {done} हो चुका है। “फिर शुरू करें” इसे पूरा करता है।</translation>
    </message>
    <message>
        <source>Too early to say</source>
        <translation>अभी कहना जल्दी है</translation>
    </message>
    <message>
        <source>It learnt for only {steps} steps. More epochs or more rows make more steps.</source>
        <translation>वह केवल {steps} चरण सीखा। ज़्यादा दौर या पंक्तियाँ ज़्यादा चरण बनाती हैं।</translation>
    </message>
    <message>
        <source>The curves become meaningful after about {wait} steps.</source>
        <translation>लगभग {wait} चरणों के बाद वक्र कुछ बताते हैं।</translation>
    </message>
    <message>
        <source> ({value} instead of {rate})</source>
        <translation> ({rate} के बजाय {value})</translation>
    </message>
    <message>
        <source>Hardly learning</source>
        <translation>मुश्किल से सीख रहा है</translation>
    </message>
    <message>
        <source>The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.</source>
        <translation>लॉस केवल {fall} गिरा। सीखने की दर तीन गुना{rate} या ज़्यादा दौर आज़माएँ।</translation>
    </message>
    <message numerus="yes">
        <source>{rows} rows are</source>
        <comment>1 row is</comment>
        <translation>
            <numerusform>{rows} पंक्ति</numerusform>
            <numerusform>{rows} पंक्तियाँ</numerusform>
        </translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: </source>
        <translation>जिस पर प्रशिक्षण हो रहा है उस पर लॉस {first} से {now} पर आ गया। {rows} अलग रखीं, परखने के लिए कम: </translation>
    </message>
    <message>
        <source>It has learnt; ask it yourself</source>
        <translation>वह सीख गया; ख़ुद पूछकर देखें</translation>
    </message>
    <message>
        <source>talk to it, and compare with how it answered.</source>
        <translation>उससे बात करें और पहले के उत्तर से मिलाएँ।</translation>
    </message>
    <message>
        <source>ask it yourself when it is done. Let it go on.</source>
        <translation>पूरा होने पर ख़ुद पूछें। चलने दें।</translation>
    </message>
    <message>
        <source>It has learnt well</source>
        <translation>इसने अच्छा सीखा</translation>
    </message>
    <message>
        <source>Talk to it, and compare with how it answered before.</source>
        <translation>उससे बात करें और पहले के उत्तर से मिलाएँ।</translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}.</source>
        <translation>जिस पर प्रशिक्षण हो रहा है उस पर लॉस {first} से {now} पर आ गया।</translation>
    </message>
    <message>
        <source> Nothing is held out to tell learning from learning by heart.</source>
        <translation> सीखने और रटने में फ़र्क़ करने को कुछ अलग नहीं रखा।</translation>
    </message>
    <message>
        <source> Let it go on.</source>
        <translation> चलने दें।</translation>
    </message>
    <message>
        <source>Learning well</source>
        <translation>अच्छा सीख रहा है</translation>
    </message>
    <message>
        <source>No row fits into a context of {context} tokens: half have over {median}.</source>
        <translation>{context} टोकन के संदर्भ में कोई पंक्ति नहीं आती: आधी में {median} से ज़्यादा हैं।</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens; on longer texts it will write badly.</source>
        <translation>मॉडल {context} टोकन के लिए बना था; इससे लंबे पाठ पर ख़राब लिखेगा।</translation>
    </message>
    <message>
        <source>Such a high learning rate usually ends in nonsense.</source>
        <translation>सीखने की इतनी ऊँची दर ज़्यादातर बेतुकेपन में ख़त्म होती है।</translation>
    </message>
    <message>
        <source>{rows} rows are few: it will learn them by heart. A style takes 50 or more.</source>
        <translation>{rows} पंक्तियाँ कम हैं: यह उन्हें रट लेगा। शैली के लिए 50 या अधिक चाहिए।</translation>
    </message>
    <message>
        <source>Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, and rows whose last answer alone is longer are not used.</source>
        <translation>{longest} टोकन तक की पंक्तियाँ {context} पर काटी जाती हैं: उनकी सबसे पुरानी बारी छूटती है, और जिनका आख़िरी उत्तर ही लंबा है वे इस्तेमाल नहीं होतीं।</translation>
    </message>
    <message>
        <source>With their thoughts rows have up to {longest} tokens, and those whose last answer has over {context} are not used.</source>
        <translation>विचारों सहित पंक्तियों में {longest} तक टोकन हैं, और जिनके आख़िरी उत्तर में {context} से ज़्यादा हैं वे इस्तेमाल नहीं होतीं।</translation>
    </message>
    <message>
        <source>Nothing is held out, so you cannot see when it starts to learn by heart.</source>
        <translation>कुछ अलग नहीं रखा गया, इसलिए आप देख नहीं पाएँगे कि यह कब रटने लगता है।</translation>
    </message>
    <message>
        <source>Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 answers; with {n} more wordings of each, about 32. A model on this disk can write them; training then reads them {epochs} times, in about {time}.</source>
        <translation>हर प्रश्न सिर्फ़ एक ही तरह से पूछा गया है। दूसरे शब्दों में पूछने पर छोटे मॉडल 40 में से लगभग 12 उत्तर ही जानते थे; हर प्रश्न को {n} और तरीक़ों से पूछने पर लगभग 32। इस डिस्क का कोई मॉडल उन्हें लिख सकता है; फिर प्रशिक्षण उन्हें {epochs} बार पढ़ता है, लगभग {time} में।</translation>
    </message>
    <message>
        <source>This model can think first, but your rows have no thoughts, so it will answer at once from then on. To keep its thinking, give three of four rows thoughts (&lt;think&gt;…&lt;/think&gt;).</source>
        <translation>यह मॉडल पहले सोच सकता है, पर आपकी पंक्तियों में विचार नहीं हैं, इसलिए इसके बाद यह तुरंत उत्तर देगा। इसका सोचना बनाए रखने के लिए चार में से तीन पंक्तियों में विचार दें (&lt;think&gt;…&lt;/think&gt;)।</translation>
    </message>
    <message>
        <source>Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows thoughts, or choose one kind with “Thoughts” on the Data page.</source>
        <translation>{rows} में से सिर्फ़ {thoughts} पंक्तियों में विचार हैं, इसलिए यह मॉडल कम सोचेगा। चार में से तीन पंक्तियों में विचार दें, या डेटा पेज पर “विचार” से एक ही तरह चुनें।</translation>
    </message>
    <message numerus="yes">
        <source>{steps} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{steps} चरण</numerusform>
            <numerusform>{steps} चरण</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} too few to learn much from.</source>
        <translation>{steps} ज़्यादा सीखने के लिए कम।</translation>
    </message>
    <message>
        <source>This takes at least {seconds_low}.</source>
        <translation>इसमें कम से कम {seconds_low} लगते हैं।</translation>
    </message>
    <message>
        <source>it has been learnt long before</source>
        <translation>तब तक कब का याद है</translation>
    </message>
    <message>
        <source>it is learnt by heart, word for word</source>
        <translation>शब्द-दर-शब्द रटा हुआ है</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>सब कुछ</translation>
    </message>
    <message>
        <source>Reading {what} {epochs} times is more than is useful: {known}.</source>
        <translation>{what} को {epochs} बार पढ़ना ज़रूरत से ज़्यादा है: {known}।</translation>
    </message>
    <message>
        <source>Speak in a style</source>
        <translation>एक शैली में बोलना</translation>
    </message>
    <message>
        <source>In conversations it sounds like your examples: tone, length and words.</source>
        <translation>बातचीत में यह आपके उदाहरणों जैसा लगता है: लहजा, लंबाई और शब्द।</translation>
    </message>
    <message>
        <source>Answer from my data</source>
        <translation>मेरे डेटा से उत्तर देना</translation>
    </message>
    <message>
        <source>Sort and label</source>
        <translation>छाँटना और लेबल देना</translation>
    </message>
    <message>
        <source>Short answers that are right or wrong: a label, JSON, a call of a tool.</source>
        <translation>छोटे उत्तर, जो सही या ग़लत होते हैं: एक लेबल, JSON, किसी टूल का कॉल।</translation>
    </message>
    <message>
        <source>A persona</source>
        <translation>एक व्यक्तित्व</translation>
    </message>
    <message>
        <source>It plays a character with a voice and a memory of its own.</source>
        <translation>यह कोई बना रहता है: अपनी आवाज़ और याद वाला पात्र।</translation>
    </message>
    <message>
        <source>It continues a beginning the way your stories, notes or poems would.</source>
        <translation>यह किसी शुरुआत को वैसे आगे बढ़ाता है जैसे आपकी कहानियाँ, टिप्पणियाँ या कविताएँ।</translation>
    </message>
    <message>
        <source>As I like it</source>
        <translation>जैसा मुझे पसंद है</translation>
    </message>
    <message>
        <source>It answers more like the answers that you chose, and less like those that you did not.</source>
        <translation>यह आपके चुने हुए उत्तरों जैसे अधिक और बाकी जैसे कम उत्तर देता है।</translation>
    </message>
    <message>
        <source>Every answer has to be learnt, so none is held out.</source>
        <translation>हर उत्तर सीखना है, इसलिए कोई अलग नहीं रखा गया।</translation>
    </message>
    <message>
        <source>All layers together learn best.</source>
        <translation>सभी परतें मिलकर सबसे अच्छा सीखती हैं।</translation>
    </message>
    <message>
        <source>With all of them, memory only has room for rows of {context} tokens.</source>
        <translation>सभी हों तो मेमोरी में सिर्फ़ {context} टोकन की पंक्तियों की जगह है।</translation>
    </message>
    <message>
        <source>From the answers you chose, and those you did not.</source>
        <translation>उन उत्तरों से जो आपने चुने, और उनसे जो नहीं चुने।</translation>
    </message>
    <message>
        <source>Only for choices.</source>
        <translation>सिर्फ़ चुनावों के लिए।</translation>
    </message>
    <message>
        <source>The usual at this rank.</source>
        <translation>इस रैंक पर सामान्य।</translation>
    </message>
    <message>
        <source>Right answers count; the loss decides a tie.</source>
        <translation>सही उत्तर गिने जाते हैं; बराबरी हो तो लॉस तय करता है।</translation>
    </message>
    <message>
        <source>Not needed with so much data.</source>
        <translation>इतने डेटा के साथ ज़रूरत नहीं।</translation>
    </message>
    <message>
        <source>Everyday answers may take on the style, and otherwise stay as they are.</source>
        <translation>रोज़मर्रा के उत्तर यह शैली ले सकते हैं, बाकी वैसे ही रहते हैं।</translation>
    </message>
    <message>
        <source>It also practises everyday questions as it would have answered them, so that it keeps the rest.</source>
        <translation>यह रोज़मर्रा के प्रश्नों का भी अभ्यास करता है, उन्हीं उत्तरों के साथ जो यह पहले देता, ताकि बाकी सब बना रहे।</translation>
    </message>
    <message>
        <source>As set in Settings: “Keep this computer usable while it trains” makes it low.</source>
        <translation>सेटिंग्स के अनुसार: “कंप्यूटर को काम लायक रखें” से यह कम होती है।</translation>
    </message>
    <message>
        <source>As set in Settings: all cores, unless you keep some for other programs.</source>
        <translation>सेटिंग्स के अनुसार: सभी कोर, जब तक आप कुछ दूसरे प्रोग्रामों के लिए न बचाएँ।</translation>
    </message>
    <message>
        <source>Enough for this goal.</source>
        <translation>इस लक्ष्य के लिए काफ़ी।</translation>
    </message>
    <message>
        <source>{rows} need no more.</source>
        <translation>{rows} के लिए इससे ज़्यादा नहीं चाहिए।</translation>
    </message>
    <message>
        <source>{wanted} would suit the goal, but with {free} of free memory {rank} is the most.</source>
        <translation>लक्ष्य के लिए {wanted} ठीक रहता, पर {free} खाली मेमोरी में ज़्यादा से ज़्यादा {rank} हो सकता है।</translation>
    </message>
    <message>
        <source>The usual. It is suited to your data once that is read.</source>
        <translation>सामान्य। आपका डेटा पढ़ लेने पर यह उसके अनुसार हो जाता है।</translation>
    </message>
    <message>
        <source>{wanted} would suit your data, but with {free} of free memory this is the most.</source>
        <translation>आपके डेटा के लिए {wanted} ठीक रहता, पर {free} खाली मेमोरी में ज़्यादा से ज़्यादा इतना ही हो सकता है।</translation>
    </message>
    <message>
        <source>Reading your data {epochs} times suits this goal.</source>
        <translation>आपका डेटा {epochs} बार पढ़ना इस लक्ष्य के लिए ठीक है।</translation>
    </message>
    <message>
        <source>It is to know your data by heart: {amount} take about {epochs} readings.</source>
        <translation>इसे आपका डेटा याद करना है: {amount} लगभग {epochs} बार पढ़ने पड़ते हैं।</translation>
    </message>
    <message>
        <source>{amount} are few, so it reads them {epochs} times.</source>
        <translation>{amount} कम हैं, इसलिए यह उन्हें {epochs} बार पढ़ता है।</translation>
    </message>
    <message>
        <source>{amount} take this computer long, so it reads them {again}: that fits into a night.</source>
        <translation>{amount} में इस कंप्यूटर को देर लगती है, इसलिए यह उन्हें {again} पढ़ता है: इतना एक रात में हो जाता है।</translation>
    </message>
    <message>
        <source>Makes steady steps, and enough of them.</source>
        <translation>इससे चरण स्थिर रहते हैं, और काफ़ी होते हैं।</translation>
    </message>
    <message>
        <source>{amount} are few: fewer in a step make more steps.</source>
        <translation>{amount} कम हैं: हर चरण में कम रखने से ज़्यादा चरण बनते हैं।</translation>
    </message>
    <message>
        <source>The usual. It is suited to the model once you choose one.</source>
        <translation>सामान्य। मॉडल चुनने पर यह उसके अनुसार हो जाता है।</translation>
    </message>
    <message>
        <source>Half of what suits {parameters} parameters, so that it forgets less of its language.</source>
        <translation>{parameters} पैरामीटर के लिए जो ठीक है उसका आधा, ताकि यह अपनी भाषा कम भूले।</translation>
    </message>
    <message>
        <source>{rows} rows are few, so a tenth is held out to measure with.</source>
        <translation>{rows} पंक्तियाँ कम हैं, इसलिए दसवाँ हिस्सा नापने के लिए रखा है।</translation>
    </message>
    <message>
        <source>Questions are answered as your data answers them, in the same tone.</source>
        <translation>प्रश्नों के उत्तर आपके डेटा जैसे, उसी लहजे में दिए जाते हैं।</translation>
    </message>
    <message>
        <source>A twentieth is enough to measure with.</source>
        <translation>नापने के लिए बीसवाँ हिस्सा काफ़ी है।</translation>
    </message>
    <message>
        <source>From your answers, as they stand.</source>
        <translation>आपके उत्तरों से, जैसे वे हैं।</translation>
    </message>
    <message>
        <source>From rank {least} on: large ranks learn better this way.</source>
        <translation>रैंक {least} से चालू: बड़ी रैंक ऐसे बेहतर सीखती है।</translation>
    </message>
    <message>
        <source>Not needed at this rank.</source>
        <translation>इस रैंक पर ज़रूरत नहीं।</translation>
    </message>
    <message>
        <source>About ten times in the run, so that you see when it stops getting better.</source>
        <translation>प्रशिक्षण में लगभग दस बार, ताकि दिखे कि सुधार कब रुकता है।</translation>
    </message>
    <message>
        <source>About ten times in the run: a crash costs no more than a tenth of it.</source>
        <translation>प्रशिक्षण में लगभग दस बार: क्रैश में दसवें हिस्से से ज़्यादा नहीं जाता।</translation>
    </message>
    <message>
        <source>No answer is the only right one, so the loss decides.</source>
        <translation>कोई एक उत्तर ही सही नहीं है, इसलिए हानि तय करती है।</translation>
    </message>
    <message>
        <source>{rows} are few: leaving out a little keeps it from learning them by heart.</source>
        <translation>{rows} कम हैं: थोड़ा छोड़ने से रटना रुकता है।</translation>
    </message>
    <message>
        <source>It should learn them by heart.</source>
        <translation>इन्हें रटना ही है।</translation>
    </message>
    <message>
        <source>A persona answers more freely with a little noise.</source>
        <translation>थोड़े शोर से किरदार ज़्यादा खुलकर उत्तर देता है।</translation>
    </message>
    <message>
        <source>Not needed for this goal.</source>
        <translation>इस लक्ष्य के लिए ज़रूरत नहीं।</translation>
    </message>
    <message>
        <source>Running text is cut into pieces; {context} tokens are a good page.</source>
        <translation>लगातार पाठ टुकड़ों में कटता है; {context} टोकन एक अच्छा पन्ना हैं।</translation>
    </message>
    <message>
        <source>All of your rows have</source>
        <translation>आपकी सभी पंक्तियों में</translation>
    </message>
    <message>
        <source>95 of 100 rows have</source>
        <translation>100 में से 95 पंक्तियों में</translation>
    </message>
    <message>
        <source> with their thoughts, which are not cut: a longer row is not used</source>
        <translation> अपने विचारों सहित, जो काटे नहीं जाते: इससे लंबी पंक्ति इस्तेमाल नहीं होती</translation>
    </message>
    <message>
        <source>{share} at most {longest} tokens{with_them}.</source>
        <translation>{share} ज़्यादा से ज़्यादा {longest} टोकन{with_them}।</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens at most.</source>
        <translation>मॉडल ज़्यादा से ज़्यादा {context} टोकन के लिए बना था।</translation>
    </message>
    <message>
        <source>The usual for this goal.</source>
        <translation>इस लक्ष्य के लिए सामान्य।</translation>
    </message>
    <message>
        <source>The usual.</source>
        <translation>सामान्य।</translation>
    </message>
    <message>
        <source>{epochs} times</source>
        <translation>{epochs} बार</translation>
    </message>
    <message>
        <source>once</source>
        <translation>एक बार</translation>
    </message>
    <message>
        <source>Suits a model of {parameters} parameters; larger ones take smaller steps.</source>
        <translation>{parameters} पैरामीटर के मॉडल के लिए ठीक; बड़े छोटे क़दम लेते हैं।</translation>
    </message>
    <message>
        <source>Less than what suits {parameters} parameters: choices move a model further than answers do.</source>
        <translation>{parameters} पैरामीटर के लिए उपयुक्त मान से कम: चुनाव मॉडल को उत्तरों से अधिक बदलते हैं।</translation>
    </message>
    <message>
        <source>Your rows</source>
        <translation>आपकी पंक्तियाँ</translation>
    </message>
    <message>
        <source>{budget} that are free for training</source>
        <translation>प्रशिक्षण के लिए {budget} ख़ाली</translation>
    </message>
    <message>
        <source>None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.</source>
        <translation>कोई नहीं आता: {least} को भी {free} में से लगभग {needs} चाहिए। छोटा मॉडल लें।</translation>
    </message>
    <message>
        <source>{chosen}: training takes about {needs} of the {free}</source>
        <translation>{chosen}: प्रशिक्षण {free} में से लगभग {needs} लेता है</translation>
    </message>
    <message>
        <source>; {finer} would take {amount}</source>
        <translation>; {finer} को {amount} चाहिए होता</translation>
    </message>
    <message>
        <source>, and it answers as well as the original</source>
        <translation>, और यह मूल जितने ही अच्छे उत्तर देता है</translation>
    </message>
    <message>
        <source> This file has that type.</source>
        <translation> इस फ़ाइल का यही प्रकार है।</translation>
    </message>
    <message>
        <source> This file is {quantization}, which is fine to begin with; the original would be a little better.</source>
        <translation> यह फ़ाइल {quantization} है, जो शुरुआत के लिए ठीक है; मूल थोड़ा बेहतर होता।</translation>
    </message>
    <message>
        <source> and be tight</source>
        <translation> और तंगी रहेगी</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>प्रोसेसर</translation>
    </message>
    <message>
        <source>computes right</source>
        <translation>सही गणना करता है</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>अभी जाँचा नहीं</translation>
    </message>
    <message>
        <source>gives wrong numbers with this driver</source>
        <translation>इस ड्राइवर के साथ ग़लत संख्याएँ देता है</translation>
    </message>
    <message>
        <source>crashes with this driver</source>
        <translation>इस ड्राइवर के साथ क्रैश होता है</translation>
    </message>
    <message>
        <source>cannot be used yet</source>
        <translation>अभी इस्तेमाल नहीं हो सकता</translation>
    </message>
    <message>
        <source>Looking for graphics cards; new ones are tested.</source>
        <translation>ग्राफ़िक्स कार्ड खोजे जा रहे हैं; नए जाँचे जाते हैं।</translation>
    </message>
    <message>
        <source>The faster of the processor and the best card: a step is measured on both before the training begins.</source>
        <translation>प्रोसेसर और सबसे अच्छे कार्ड में जो तेज़ हो: प्रशिक्षण से पहले दोनों पर एक चरण नापा जाता है।</translation>
    </message>
    <message>
        <source>Every model that fits into memory can be trained by it.</source>
        <translation>मेमोरी में आने वाला हर मॉडल इससे प्रशिक्षित हो सकता है।</translation>
    </message>
    <message>
        <source>No usable graphics card was found, so the processor computes.</source>
        <translation>यहाँ काम का ग्राफ़िक्स कार्ड नहीं मिला, इसलिए प्रोसेसर गणना करता है।</translation>
    </message>
    <message>
        <source>This one was not found here.</source>
        <translation>यह यहाँ नहीं मिला।</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>स्वचालित</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>प्रोसेसर</translation>
    </message>
    <message>
        <source>The Mac&apos;s graphics</source>
        <translation>Mac का ग्राफ़िक्स</translation>
    </message>
    <message>
        <source>is {verdict}</source>
        <translation>{verdict} है</translation>
    </message>
    <message>
        <source>up to {memory} of the computer&apos;s memory</source>
        <translation>कंप्यूटर की मेमोरी का {memory} तक</translation>
    </message>
    <message>
        <source>{memory} of memory of its own</source>
        <translation>अपनी {memory} मेमोरी</translation>
    </message>
    <message>
        <source>, with {memory}</source>
        <translation>, {memory} के साथ</translation>
    </message>
    <message>
        <source>{name}: {own} s a step, {other} {others} s.</source>
        <translation>{name}: हर चरण {own} से, {other} {others} से।</translation>
    </message>
    <message>
        <source>Computed by {name}.</source>
        <translation>{name} ने गणना की।</translation>
    </message>
    <message>
        <source>{layers} of {of_layers} layers are on it, the others on the processor.</source>
        <translation>{of_layers} में से {layers} परतें उस पर हैं, बाकी प्रोसेसर पर।</translation>
    </message>
    <message>
        <source>; lower is better</source>
        <translation>; कम बेहतर है</translation>
    </message>
    <message>
        <source>; it rose</source>
        <translation>; यह बढ़ा</translation>
    </message>
    <message>
        <source>On text it had not seen the loss was {before} before and is {after}{which}{change}.</source>
        <translation>जो पाठ उसने नहीं देखा था, उस पर लॉस पहले {before} था और अब {after} है{which}{change}।</translation>
    </message>
    <message>
        <source> (the adapter of step {step})</source>
        <translation> (चरण {step} का अडैप्टर)</translation>
    </message>
    <message>
        <source>For each next word of text it has not seen, it hesitated between about {among} words before training, now between about {now_among}{which}.</source>
        <translation>अनदेखे पाठ के हर अगले शब्द पर यह प्रशिक्षण से पहले लगभग {among} शब्दों में हिचकता था, अब लगभग {now_among} में{which}।</translation>
    </message>
    <message>
        <source>Right choices</source>
        <translation>सही चुनाव</translation>
    </message>
    <message>
        <source>Reward margin</source>
        <translation>पुरस्कार का अंतर</translation>
    </message>
    <message>
        <source>Distance (nats a token)</source>
        <translation>दूरी (नैट प्रति टोकन)</translation>
    </message>
    <message>
        <source>All of them moved too far from the model they began with (over {far} nats a token). Try a lower learning rate.</source>
        <translation>ये सभी उस मॉडल से बहुत दूर चले गए जिससे शुरू हुए थे ({far} नैट प्रति टोकन से अधिक)। कम सीखने की दर आज़माएँ।</translation>
    </message>
    <message>
        <source>Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.</source>
        <translation>सबसे अंत में, क्योंकि ये उस मॉडल से बहुत दूर चले गए जिससे शुरू हुए थे ({far} नैट प्रति टोकन से अधिक): {names}।</translation>
    </message>
    <message>
        <source>a quarter of</source>
        <translation>एक चौथाई</translation>
    </message>
    <message>
        <source>half</source>
        <translation>आधी</translation>
    </message>
    <message>
        <source>{rate_factor} of</source>
        <translation>{rate_factor}</translation>
    </message>
    <message>
        <source>The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning rate (time {count} of at most {most}).</source>
        <translation>प्रशिक्षण चरण {step} तक बिगड़ गया: {reason}। यह चरण {to} से {rate} सीखने की दर के साथ चलता है (ज़्यादा से ज़्यादा {most} में से {count})।</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
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
        <translation>{n} बाइट</translation>
    </message>
    <message>
        <source>{d} d {h} h</source>
        <translation>{d} दिन {h} घं</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} घं {min} मि</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} मि {s} से</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>आज {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>कल {time}</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} से</translation>
    </message>
    <message>
        <source>Tokens in a row</source>
        <translation>एक पंक्ति में टोकन</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>बीटा</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>सबसे बड़ा ग्रेडिएंट</translation>
    </message>
    <message>
        <source>Learns from</source>
        <translation>किससे सीखता है</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>डेटा का प्रारूप</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>रखे गए चेकपॉइंट</translation>
    </message>
    <message>
        <source>Prompts of samples</source>
        <translation>नमूनों के प्रॉम्प्ट</translation>
    </message>
    <message>
        <source>Rows as samples</source>
        <translation>नमूने के रूप में पंक्तियाँ</translation>
    </message>
    <message>
        <source>Length of samples</source>
        <translation>नमूनों की लंबाई</translation>
    </message>
    <message>
        <source>Memory allowed</source>
        <translation>अनुमत मेमोरी</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>मॉडल में वापसी</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>अन्य कंप्यूटर</translation>
    </message>
    <message>
        <source>{memory}, {free} of it free</source>
        <translation>{memory}, जिसमें {free} खाली</translation>
    </message>
    <message>
        <source>&amp;One on each of the other computers</source>
        <translation>हर दूसरे कंप्यूटर पर एक</translation>
    </message>
    <message>
        <source>{number} trainings, as many at once as there are computers.</source>
        <translation>{number} प्रशिक्षण, जितने कंप्यूटर उतने एक साथ।</translation>
    </message>
    <message>
        <source>{number} trainings, one after the other.</source>
        <translation>{number} प्रशिक्षण, एक के बाद एक।</translation>
    </message>
    <message>
        <source>On this computer alone that takes {time}.</source>
        <translation>अकेले इस कंप्यूटर पर इसमें {time} लगेंगे।</translation>
    </message>
    <message>
        <source>Try several values</source>
        <translation>कई मान आज़माएँ</translation>
    </message>
    <message>
        <source>Each combination is trained with everything else as it is on the page. {best} Separate values with spaces.</source>
        <translation>हर संयोजन प्रशिक्षित होता है, बाकी सब पृष्ठ जैसा। {best} मानों के बीच रिक्त स्थान रखें।</translation>
    </message>
    <message>
        <source>The best gets the most held-out choices right without moving too far from the model it began with.</source>
        <translation>सबसे अच्छा वह है जिसके अलग रखे चुनावों में सबसे अधिक सही हों और जो शुरुआती मॉडल से बहुत दूर न गया हो।</translation>
    </message>
    <message>
        <source>The best is the one with the most right held-out answers.</source>
        <translation>सबसे अच्छा वह है जिसके अलग रखे उत्तरों में सबसे अधिक सही हों।</translation>
    </message>
    <message>
        <source>The best is the one with the lowest loss on held-out text.</source>
        <translation>अलग रखे पाठ पर हानि बताती है कि कौन सा सर्वश्रेष्ठ है।</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>सेटिंग</translation>
    </message>
    <message>
        <source>none</source>
        <translation>कोई नहीं</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>मान</translation>
    </message>
    <message>
        <source>such as 1e-4 2e-4 5e-4</source>
        <translation>जैसे 1e-4 2e-4 5e-4</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>पूर्ववत करें</translation>
    </message>
    <message>
        <source>Luthier&apos;s guide</source>
        <translation>Luthier की मार्गदर्शिका</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;पीछे</translation>
    </message>
    <message>
        <source>B&amp;eginning of the guide</source>
        <translation>गाइड की &amp;शुरुआत</translation>
    </message>
    <message>
        <source>This copy of Luthier does not include the guide. It is in docs/guide of its source.</source>
        <translation>Luthier की इस प्रति के साथ मार्गदर्शिका नहीं है। वह docs/guide में है।</translation>
    </message>
    <message>
        <source>Not no&amp;w</source>
        <translation>अभी नहीं</translation>
    </message>
    <message>
        <source>Sorting, tagging and short answers of one kind</source>
        <translation>छाँटना, टैग लगाना और एक तरह के छोटे उत्तर</translation>
    </message>
    <message>
        <source>A first try in English: a tone, or a form of answer</source>
        <translation>अंग्रेज़ी में पहली कोशिश: एक लहजा या उत्तर का एक रूप</translation>
    </message>
    <message>
        <source>The usual start: many languages, follows instructions</source>
        <translation>आम शुरुआत: कई भाषाएँ, निर्देश मानता है</translation>
    </message>
    <message>
        <source>Personas, and questions about your texts</source>
        <translation>किरदार, और आपके पाठों पर सवाल</translation>
    </message>
    <message>
        <source>Conversation and roles in European languages</source>
        <translation>यूरोपीय भाषाओं में बातचीत और भूमिकाएँ</translation>
    </message>
    <message>
        <source>Long texts and reasoning in six languages</source>
        <translation>छह भाषाओं में लंबे पाठ और तर्क</translation>
    </message>
    <message>
        <source>Knowledge, tools, personas: the best of its size</source>
        <translation>ज्ञान, टूल, किरदार: अपने आकार में सबसे अच्छा</translation>
    </message>
    <message>
        <source>Demanding texts in many languages</source>
        <translation>कई भाषाओं में कठिन पाठ</translation>
    </message>
    <message>
        <source>Stories and roles in a dozen languages</source>
        <translation>दर्जन भर भाषाओं में कहानियाँ और भूमिकाएँ</translation>
    </message>
    <message>
        <source>The most able that a desktop with 32 GB trains</source>
        <translation>32 GB वाले डेस्कटॉप पर सबसे सक्षम</translation>
    </message>
    <message>
        <source>about an hour</source>
        <comment>of a training</comment>
        <translation>लगभग एक घंटा</translation>
    </message>
    <message>
        <source>an evening</source>
        <comment>of a training</comment>
        <translation>एक शाम</translation>
    </message>
    <message>
        <source>a night</source>
        <comment>of a training</comment>
        <translation>एक रात</translation>
    </message>
    <message>
        <source>days</source>
        <comment>of a training</comment>
        <translation>कई दिन</translation>
    </message>
    <message>
        <source>{good_at}. A usual training takes {takes} on a laptop.</source>
        <translation>{good_at}। लैपटॉप पर एक आम प्रशिक्षण का समय: {takes}।</translation>
    </message>
    <message>
        <source>{done} is done: {over} of {trials} trainings are over.</source>
        <translation>{done} हो चुका है: {trials} में से {over} प्रशिक्षण पूरे हुए।</translation>
    </message>
    <message>
        <source>conversations (ChatGPT)</source>
        <translation>बातचीत (ChatGPT)</translation>
    </message>
    <message>
        <source>Choose the newest checkpoint in it: {path}</source>
        <translation>उसमें से सबसे नया चेकपॉइंट चुनिए: {path}</translation>
    </message>
    <message>
        <source>Choose the file in it: {path}</source>
        <translation>उसमें से फ़ाइल चुनिए: {path}</translation>
    </message>
    <message>
        <source>These are questions that it was trained on: this shows that it learnt them, not that it can answer others.</source>
        <translation>ये वे प्रश्न हैं जिनसे इसने सीखा: इससे दिखता है कि इसने इन्हें सीखा, यह नहीं कि यह दूसरों का उत्तर दे सकता है।</translation>
    </message>
    <message>
        <source>, {name} {right}</source>
        <translation>, {name} के {right}</translation>
    </message>
    <message>
        <source>None of them was trained on.</source>
        <translation>इनमें से किसी पर प्रशिक्षण नहीं हुआ।</translation>
    </message>
    <message>
        <source>{n} questions are answered. Choose the better answers.</source>
        <translation>{n} प्रश्नों के उत्तर मिल गए हैं। बेहतर उत्तर चुनें।</translation>
    </message>
    <message>
        <source>That is likely; a few more choices would make it certain.</source>
        <translation>यह संभावित है; कुछ और चुनाव इसे निश्चित कर देंगे।</translation>
    </message>
    <message>
        <source>Your questions: {right} of {of} right.</source>
        <translation>आपके प्रश्न: {of} में से {right} सही।</translation>
    </message>
    <message>
        <source>Everything else: as before. Asked about other things, it answers as it did.</source>
        <translation>बाकी सब: पहले जैसा। दूसरी बातें पूछने पर वह पहले की तरह उत्तर देता है।</translation>
    </message>
    <message>
        <source>Everything else: changed. Asked about other things, it often answers differently.</source>
        <translation>बाकी सब: बदला हुआ। दूसरी बातें पूछने पर वह अक्सर अलग उत्तर देता है।</translation>
    </message>
    <message>
        <source>Everything else: much changed. Asked about other things, it may answer in the manner of your data and get wrong what it knew.</source>
        <translation>बाकी सब: बहुत बदला हुआ। दूसरी बातें पूछने पर वह आपके डेटा के ढंग से उत्तर दे सकता है, और जो जानता था उसमें चूक सकता है।</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>पहले जैसा</translation>
    </message>
    <message>
        <source>slightly changed</source>
        <translation>थोड़ा बदला हुआ</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>बदला हुआ</translation>
    </message>
    <message>
        <source>much changed</source>
        <translation>बहुत बदला हुआ</translation>
    </message>
    <message>
        <source>{words} ({moved})</source>
        <translation>{words} ({moved})</translation>
    </message>
    <message>
        <source>Your questions: {name} {right} of {of} right</source>
        <translation>आपके प्रश्न: {of} में से सही: {name} {right}</translation>
    </message>
    <message>
        <source>Word for word as expected, of {of}: {first} {tuned}, {second} {base}.</source>
        <translation>{of} में से शब्दशः अपेक्षित: {first} {tuned}, {second} {base}।</translation>
    </message>
    <message>
        <source>You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.</source>
        <translation>आपने {of} में से {chosen} प्रश्नों में चुना: {first} {tuned}, {second} {base}, बराबर {equal}।</translation>
    </message>
    <message numerus="yes">
        <source>{n} other answers differ. Choose the better ones.</source>
        <comment>One other answer differs. Choose the better one.</comment>
        <translation>
            <numerusform>एक और उत्तर अलग है। बेहतर चुनें।</numerusform>
            <numerusform>{n} और उत्तर अलग हैं। बेहतर चुनें।</numerusform>
        </translation>
    </message>
    <message>
        <source>That is enough to be certain.</source>
        <translation>पक्का कहने के लिए इतना काफ़ी है।</translation>
    </message>
    <message>
        <source>These are too few choices to tell: make a few more.</source>
        <translation>कुछ कहने के लिए ये चुनाव बहुत कम हैं: कुछ और करें।</translation>
    </message>
    <message>
        <source>They go both ways: more choices would tell.</source>
        <translation>ये दोनों ओर जाते हैं: और चुनावों से पता चलेगा।</translation>
    </message>
    <message>
        <source>Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where they are like yours.</source>
        <translation>बाक़ी सब: थोड़ा बदला। दूसरी बातें पूछने पर यह लगभग पहले जैसा उत्तर देता है, सिवाय जहाँ वे आपके प्रश्नों जैसी हों।</translation>
    </message>
    <message>
        <source>No check says which answers are right, so read some answers at the strength that you choose.</source>
        <translation>कोई जाँच नहीं बताती कि कौन से उत्तर सही हैं, इसलिए अपनी चुनी ताक़त पर कुछ उत्तर पढ़ें।</translation>
    </message>
    <message>
        <source>Below 1 it has fewer of your questions right: leave it at 1.</source>
        <translation>1 से नीचे आपके कम प्रश्न सही होते हैं: इसे 1 पर रहने दें।</translation>
    </message>
    <message>
        <source>{strength} is the least that keeps as many of your questions right as 1 does.</source>
        <translation>{strength} सबसे कम है जिस पर आपके उतने ही प्रश्न सही रहते हैं जितने 1 पर।</translation>
    </message>
    <message>
        <source>“Is it better?” measures it on other questions.</source>
        <translation>“क्या यह बेहतर है?” इसे दूसरे प्रश्नों पर नापता है।</translation>
    </message>
    <message>
        <source>after training</source>
        <translation>प्रशिक्षण के बाद</translation>
    </message>
    <message>
        <source>Compared with {name}: {said}</source>
        <translation>{name} से तुलना में: {said}</translation>
    </message>
    <message>
        <source>that is certain.</source>
        <translation>यह पक्का है।</translation>
    </message>
    <message>
        <source>that is likely, and not yet certain: more questions would tell.</source>
        <translation>यह संभव है, पर अभी पक्का नहीं: और सवालों से पता चलेगा।</translation>
    </message>
    <message>
        <source>they have the same questions right.</source>
        <translation>दोनों के वही सवाल सही हैं।</translation>
    </message>
    <message>
        <source>they differ in {n} of them, too few to tell which is better.</source>
        <translation>वे उनमें से {n} में अलग हैं, जो यह बताने के लिए बहुत कम हैं कि कौन बेहतर है।</translation>
    </message>
    <message>
        <source>they differ in {n} of them, but both ways, which does not tell which is better.</source>
        <translation>वे उनमें से {n} में अलग हैं, पर दोनों ओर, जिससे यह पता नहीं चलता कि कौन बेहतर है।</translation>
    </message>
    <message>
        <source>Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the names hidden. 20 general questions then show what else the training has changed. It takes a few minutes.</source>
        <translation>दोनों मॉडलों से एक ही प्रश्न पूछे जाते हैं। जहाँ उत्तर अपने आप नहीं जाँचे जा सकते, वहाँ आप बेहतर उत्तर चुनते हैं, और नाम छिपे रहते हैं। फिर 20 सामान्य प्रश्न दिखाते हैं कि प्रशिक्षण ने और क्या बदला। इसमें कुछ मिनट लगते हैं।</translation>
    </message>
    <message>
        <source>There are none: it was trained on every row.</source>
        <translation>ऐसी कोई नहीं: इसे हर पंक्ति पर प्रशिक्षित किया गया।</translation>
    </message>
    <message>
        <source>They show that it learnt them, not that it can answer others: for that, choose a file of other questions.</source>
        <translation>इनसे दिखता है कि इसने इन्हें सीखा, यह नहीं कि यह दूसरों का उत्तर दे सकता है: उसके लिए दूसरे प्रश्नों की फ़ाइल चुनें।</translation>
    </message>
    <message>
        <source>Choose a run on the Runs page, or train one.</source>
        <translation>इतिहास पेज पर कोई प्रशिक्षण चुनें, या नया शुरू करें।</translation>
    </message>
    <message>
        <source>Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)</source>
        <translation>प्रश्न और उत्तर (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;सभी फ़ाइलें (*)</translation>
    </message>
    <message>
        <source>Luthier decides by the expected answers</source>
        <translation>Luthier अपेक्षित जवाबों से तय करता है</translation>
    </message>
    <message>
        <source>the expected label, and nothing else</source>
        <translation>केवल अपेक्षित लेबल</translation>
    </message>
    <message>
        <source>JSON with the expected fields</source>
        <translation>अपेक्षित फ़ील्ड वाला JSON</translation>
    </message>
    <message>
        <source>the expected number</source>
        <translation>अपेक्षित संख्या</translation>
    </message>
    <message>
        <source>a call of the expected tool</source>
        <translation>अपेक्षित टूल की कॉल</translation>
    </message>
    <message>
        <source>a list of the expected items</source>
        <translation>अपेक्षित वस्तुओं की सूची</translation>
    </message>
    <message>
        <source>it contains the expected words</source>
        <translation>इसमें अपेक्षित शब्द हों</translation>
    </message>
    <message>
        <source>it contains whole words…</source>
        <translation>इसमें ये पूरे शब्द हों…</translation>
    </message>
    <message>
        <source>I choose the better one, with the names hidden</source>
        <translation>बेहतर उत्तर मैं चुनूँ, नाम छिपे रहें</translation>
    </message>
    <message>
        <source>Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between longer texts you choose the better one, with the names hidden.</source>
        <translation>Luthier अपेक्षित उत्तर देखता है। लेबल, संख्याएँ, JSON, सूचियाँ और थोड़े शब्द वही होने चाहिए। लंबे उत्तरों में आप बेहतर चुनते हैं, और नाम छिपे रहते हैं।</translation>
    </message>
    <message>
        <source>Put | between several: ahoy | matey</source>
        <translation>कई हों तो बीच में | लगाएँ: ahoy | matey</translation>
    </message>
    <message>
        <source>Where it is wrong after training</source>
        <translation>प्रशिक्षण के बाद जहाँ ग़लत है</translation>
    </message>
    <message>
        <source>Answers that came to no end: {told}.</source>
        <translation>जो उत्तर समाप्त ही नहीं हुए: {told}।</translation>
    </message>
    <message>
        <source>the expected text, word for word</source>
        <translation>अपेक्षित पाठ, शब्दशः</translation>
    </message>
    <message>
        <source>it contains a text…</source>
        <translation>उसमें कोई पाठ है…</translation>
    </message>
    <message>
        <source>it does not contain a text…</source>
        <translation>उसमें कोई पाठ नहीं है…</translation>
    </message>
    <message>
        <source>it matches a pattern…</source>
        <translation>वह किसी पैटर्न से मेल खाता है…</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>बराबर</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>सभी प्रश्न</translation>
    </message>
    <message>
        <source>Where only one of them is right</source>
        <translation>जहाँ केवल एक सही है</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>चुना गया</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>नहीं चुना गया</translation>
    </message>
    <message>
        <source>Against {name}: {verdict}</source>
        <translation>{name} के मुक़ाबले: {verdict}</translation>
    </message>
    <message>
        <source>Rows left out: {told}.</source>
        <translation>छोड़ी गई पंक्तियाँ: {told}।</translation>
    </message>
    <message>
        <source>Which answer is better?</source>
        <translation>कौन-सा उत्तर बेहतर है?</translation>
    </message>
    <message>
        <source>&amp;Undo the last choice</source>
        <translation>पिछला &amp;चुनाव वापस लें</translation>
    </message>
    <message>
        <source>S&amp;how the results so far</source>
        <translation>अब तक के परिणाम दि&amp;खाएँ</translation>
    </message>
    <message>
        <source>&amp;1  The left one</source>
        <translation>&amp;1  बायाँ</translation>
    </message>
    <message>
        <source>&amp;2  The right one</source>
        <translation>&amp;2  दायाँ</translation>
    </message>
    <message>
        <source>&amp;0  Equal, or both wrong</source>
        <translation>&amp;0  बराबर, या दोनों ग़लत</translation>
    </message>
    <message>
        <source>Question {n} of {of}</source>
        <translation>{of} में से प्रश्न {n}</translation>
    </message>
    <message>
        <source>Your answer: {answer}</source>
        <translation>आपका उत्तर: {answer}</translation>
    </message>
    <message>
        <source>(no answer)</source>
        <translation>(कोई उत्तर नहीं)</translation>
    </message>
    <message>
        <source>Left answer</source>
        <translation>बायाँ उत्तर</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>दायाँ उत्तर</translation>
    </message>
    <message>
        <source>The curve begins with the first step.</source>
        <translation>वक्र पहले कदम से शुरू होता है।</translation>
    </message>
    <message>
        <source>Your last runs</source>
        <translation>आपके पिछले रन</translation>
    </message>
    <message>
        <source>{step} of {steps} steps</source>
        <translation>{steps} में से {step} कदम</translation>
    </message>
    <message>
        <source>Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it better?”.</source>
        <translation>इनके लॉस अलग तरीके से गिने जाते हैं और नहीं बताते कि कौन-सा बेहतर है। “क्या यह बेहतर है?” में इनसे एक ही प्रश्न पूछें।</translation>
    </message>
    <message>
        <source>They were tested on different rows, so their losses cannot be compared.</source>
        <translation>इनकी जाँच अलग-अलग पंक्तियों पर हुई, इसलिए इनके लॉस की तुलना नहीं हो सकती।</translation>
    </message>
    <message>
        <source>{title} is ahead.</source>
        <translation>{title} आगे है।</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.</source>
        <translation>{title} आगे है: {answers} अनदेखी पंक्तियों में {second} के मुकाबले {best} सही।</translation>
    </message>
    <message>
        <source>Not all of them were tested on unseen rows, so which is better is not known.</source>
        <translation>इनमें से सबकी जाँच अनदेखी पंक्तियों पर नहीं हुई, इसलिए कौन बेहतर है, यह पता नहीं।</translation>
    </message>
    <message>
        <source>They are about as good: {best} and {second} on unseen rows (lower is better).</source>
        <translation>ये लगभग बराबर हैं: अनदेखी पंक्तियों पर {best} और {second} (कम बेहतर है)।</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} against {second} on unseen rows (lower is better).</source>
        <translation>{title} आगे है: अनदेखी पंक्तियों पर {second} के मुकाबले {best} (कम बेहतर है)।</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>ह&amp;टाएँ</translation>
    </message>
    <message>
        <source>What is meant by “{title}”?</source>
        <translation>“{title}” का क्या मतलब है?</translation>
    </message>
    <message>
        <source>What is this? (Shift+F1)</source>
        <translation>यह क्या है? (Shift+F1)</translation>
    </message>
    <message>
        <source>More in the &amp;guide</source>
        <translation>&amp;गाइड में और</translation>
    </message>
    <message>
        <source>Learn from it</source>
        <translation>इससे सीखें</translation>
    </message>
    <message>
        <source>Train on right and wrong ans&amp;wers</source>
        <translation>सही और ग़लत उत्तरों पर प्रशिक्षित करें (&amp;W)</translation>
    </message>
    <message>
        <source>Then these questions are no longer a test: ask others afterwards.</source>
        <translation>इसके बाद ये प्रश्न परीक्षा नहीं रहते: बाद में दूसरे पूछें।</translation>
    </message>
    <message>
        <source>Train on your &amp;choices</source>
        <translation>अपने चुनावों पर प्रशिक्षित करें (&amp;C)</translation>
    </message>
    <message>
        <source>With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.</source>
        <translation>चैट में आपके चुनावों के साथ भी। इसके बाद ये प्रश्न परीक्षा नहीं रहते: फिर दूसरे पूछें।</translation>
    </message>
    <message numerus="yes">
        <source>{number} questions have a right and a wrong answer.</source>
        <comment>1 question has a right and a wrong answer.</comment>
        <translation>
            <numerusform>1 प्रश्न का एक सही और एक ग़लत उत्तर है।</numerusform>
            <numerusform>{number} प्रश्नों के एक सही और एक ग़लत उत्तर हैं।</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You prefer an answer in {number} questions.</source>
        <comment>You prefer an answer in 1 question.</comment>
        <translation>
            <numerusform>1 प्रश्न में आप एक उत्तर को बेहतर मानते हैं।</numerusform>
            <numerusform>{number} प्रश्नों में आप एक उत्तर को बेहतर मानते हैं।</numerusform>
        </translation>
    </message>
    <message>
        <source>Votes of Luthier&apos;s Chat</source>
        <translation>Luthier की चैट के वोट</translation>
    </message>
    <message>
        <source>Better and worse answers</source>
        <translation>बेहतर और कमज़ोर उत्तर</translation>
    </message>
    <message>
        <source>Several answers with scores</source>
        <translation>अंकों वाले कई उत्तर</translation>
    </message>
    <message>
        <source>Several answers with ranks</source>
        <translation>क्रम वाले कई उत्तर</translation>
    </message>
    <message>
        <source>Two answers, and which is better</source>
        <translation>दो उत्तर, और कौन-सा बेहतर है</translation>
    </message>
    <message>
        <source>Chats with a worse last answer</source>
        <translation>बातचीत, जिनमें अंतिम उत्तर का एक कमतर रूप भी है</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>बहुविकल्पी प्रश्न</translation>
    </message>
    <message>
        <source>Multiple choice, a column for each</source>
        <translation>बहुविकल्पी प्रश्न, हर विकल्प का एक कॉलम</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>बातचीत</translation>
    </message>
    <message>
        <source>Conversations (ShareGPT)</source>
        <translation>बातचीत (ShareGPT)</translation>
    </message>
    <message>
        <source>Questions and answers (Alpaca)</source>
        <translation>प्रश्न और उत्तर (Alpaca)</translation>
    </message>
    <message>
        <source>Prompts and answers</source>
        <translation>प्रॉम्प्ट और उत्तर</translation>
    </message>
    <message>
        <source>ChatGPT&apos;s data export</source>
        <translation>ChatGPT का डेटा एक्सपोर्ट</translation>
    </message>
    <message>
        <source>Gemini&apos;s tuning data (contents)</source>
        <translation>Gemini का ट्यूनिंग डेटा (contents)</translation>
    </message>
    <message>
        <source>Claude&apos;s data export</source>
        <translation>Claude का डेटा एक्सपोर्ट</translation>
    </message>
    <message>
        <source>Texts, one a row</source>
        <translation>टेक्स्ट, हर पंक्ति में एक</translation>
    </message>
    <message>
        <source>Chats written as text</source>
        <translation>टेक्स्ट में लिखी बातचीत</translation>
    </message>
    <message>
        <source>Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.</source>
        <translation>GGUF अडैप्टर, PEFT या mlx-lm का फ़ोल्डर, या कोई प्रशिक्षण दें।</translation>
    </message>
    <message>
        <source>Choose the model that it was made for.</source>
        <translation>वह मॉडल चुनें जिसके लिए यह बना था।</translation>
    </message>
    <message>
        <source>Merge it into the model where it was trained, and import that.</source>
        <translation>जहाँ इसे प्रशिक्षित किया गया वहीं मॉडल में मिलाएँ, और उसे आयात करें।</translation>
    </message>
    <message>
        <source>Get it as safetensors.</source>
        <translation>इसे safetensors के रूप में लें।</translation>
    </message>
    <message>
        <source>Export it as GGUF, or merged into the model: both keep it whole.</source>
        <translation>इसे GGUF में, या मॉडल में मिलाकर निर्यात करें: दोनों इसे पूरा रखते हैं।</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>इसे फिर से डाउनलोड करें।</translation>
    </message>
    <message>
        <source>Get it as safetensors or GGUF.</source>
        <translation>इसे safetensors या GGUF के रूप में लें।</translation>
    </message>
    <message>
        <source>Write auto, cpu, metal, or a card such as vulkan:0.</source>
        <translation>auto, cpu, metal, या vulkan:0 जैसा कार्ड लिखें।</translation>
    </message>
    <message>
        <source>Install Luthier again.</source>
        <translation>Luthier फिर से इंस्टॉल करें।</translation>
    </message>
    <message>
        <source>Change the permissions, or choose a folder of your own.</source>
        <translation>अनुमतियाँ बदलें, या अपना कोई फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Choose a folder on another disk.</source>
        <translation>दूसरी डिस्क पर कोई फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>दूसरा नाम चुनें, या कहें कि इसे बदला जा सकता है।</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>नया फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>This is a bug: please report it.</source>
        <translation>यह Luthier की गड़बड़ी है: कृपया इसकी सूचना दें।</translation>
    </message>
    <message>
        <source>An address with a password belongs in the system&apos;s network settings.</source>
        <translation>पासवर्ड वाला पता सिस्टम की नेटवर्क सेटिंग्स में होना चाहिए।</translation>
    </message>
    <message>
        <source>End the other program, or choose another.</source>
        <translation>दूसरा प्रोग्राम बंद करें, या कोई और चुनें।</translation>
    </message>
    <message>
        <source>Add it, and accept its key.</source>
        <translation>इसे जोड़ें और इसकी कुंजी स्वीकार करें।</translation>
    </message>
    <message>
        <source>Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.</source>
        <translation>वहाँ Luthier इंस्टॉल करें: डाउनलोड को ~/luthier में खोलें, या `python3 -m pip install luthier`।</translation>
    </message>
    <message>
        <source>If it is elsewhere, say where.</source>
        <translation>अगर वह कहीं और है, तो बताएँ कहाँ।</translation>
    </message>
    <message>
        <source>Choose a larger type.</source>
        <translation>बड़ा प्रकार चुनें।</translation>
    </message>
    <message>
        <source>Choose the model again.</source>
        <translation>मॉडल फिर से चुनें।</translation>
    </message>
    <message>
        <source>Make room, or choose another disk.</source>
        <translation>जगह बनाएँ, या दूसरी डिस्क चुनें।</translation>
    </message>
    <message>
        <source>Turn the file into CSV or JSON lines.</source>
        <translation>फ़ाइल को CSV या JSON Lines में बदलें।</translation>
    </message>
    <message>
        <source>Choose another one, by its name or its number.</source>
        <translation>नाम या संख्या से दूसरी चुनें।</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or name its encoding.</source>
        <translation>फ़ाइल को UTF-8 टेक्स्ट में सहेजें, या उसकी एन्कोडिंग बताएँ।</translation>
    </message>
    <message>
        <source>Where that is what you want:</source>
        <translation>यदि आप यही चाहते हैं:</translation>
    </message>
    <message>
        <source>Choose the file&apos;s encoding, or save it again.</source>
        <translation>फ़ाइल की एन्कोडिंग चुनें, या उसे फिर सहेजें।</translation>
    </message>
    <message>
        <source>Check that the column of answers is the right one.</source>
        <translation>जाँचें कि उत्तरों का कॉलम सही है।</translation>
    </message>
    <message>
        <source>For that, rows need two answers or a label. Choose another goal.</source>
        <translation>इसके लिए पंक्तियों में दो उत्तर या एक लेबल चाहिए। दूसरा लक्ष्य चुनें।</translation>
    </message>
    <message>
        <source>Where letters look wrong, choose another encoding.</source>
        <translation>अक्षर ग़लत दिखें तो दूसरी एन्कोडिंग चुनें।</translation>
    </message>
    <message>
        <source>It can be learnt as running text.</source>
        <translation>इसे लगातार टेक्स्ट की तरह सीखा जा सकता है।</translation>
    </message>
    <message>
        <source>More would take long and tell little more.</source>
        <translation>ज़्यादा में देर लगेगी और नया कम पता चलेगा।</translation>
    </message>
    <message>
        <source>If it is wrong, correct it.</source>
        <translation>ग़लत हो तो ठीक करें।</translation>
    </message>
    <message>
        <source>Labels that are words are learnt best.</source>
        <translation>जो लेबल शब्द हों, वे सबसे अच्छे सीखे जाते हैं।</translation>
    </message>
    <message>
        <source>The goal “As I like it” learns from both, which of them is better.</source>
        <translation>लक्ष्य “जैसा मुझे पसंद है” दोनों से सीखता है कि कौन-सा बेहतर है।</translation>
    </message>
    <message>
        <source>They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).</source>
        <translation>इन्हें जैसा है वैसा ही सिखाया जाता है, विचारों (Qwen3) या पहले के सिस्टम संदेश (Mistral) के बिना।</translation>
    </message>
    <message>
        <source>Other programs may show them.</source>
        <translation>दूसरे प्रोग्राम इन्हें दिखा सकते हैं।</translation>
    </message>
    <message>
        <source>To learn each, give one exchange a row.</source>
        <translation>हर एक को सीखने के लिए हर पंक्ति में एक आदान-प्रदान दें।</translation>
    </message>
    <message>
        <source>To learn which label a text has, read it as questions and answers.</source>
        <translation>किसी टेक्स्ट का लेबल क्या है, यह सीखने के लिए इसे प्रश्न और उत्तर की तरह पढ़ें।</translation>
    </message>
    <message>
        <source>Give more good answers.</source>
        <translation>और अच्छे उत्तर दें।</translation>
    </message>
    <message>
        <source>Nothing is learnt from these.</source>
        <translation>इनसे कुछ नहीं सीखा जाता।</translation>
    </message>
    <message>
        <source>Where that is not meant, take pairs of similar length.</source>
        <translation>ऐसा न चाहें तो मिलती-जुलती लंबाई के जोड़े लें।</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>इसका उपयोग करने वाले दूसरे प्रोग्राम बंद करें।</translation>
    </message>
    <message>
        <source>Look for a newer driver.</source>
        <translation>नया ड्राइवर ढूँढें।</translation>
    </message>
    <message>
        <source>A newer driver may help.</source>
        <translation>नया ड्राइवर मदद कर सकता है।</translation>
    </message>
    <message>
        <source>Export it as a whole model instead.</source>
        <translation>इसके बजाय पूरे मॉडल के रूप में निर्यात करें।</translation>
    </message>
    <message>
        <source>Choose the run that the folder was made of.</source>
        <translation>वह प्रशिक्षण चुनें जिससे यह फ़ोल्डर बना।</translation>
    </message>
    <message>
        <source>Bring the whole folder home.</source>
        <translation>पूरा फ़ोल्डर वापस लाएँ।</translation>
    </message>
    <message>
        <source>Put the original data back.</source>
        <translation>मूल डेटा वापस रखें।</translation>
    </message>
    <message>
        <source>Train it here, or do without the others.</source>
        <translation>इसे यहीं प्रशिक्षित करें, या दूसरों के बिना काम चलाएँ।</translation>
    </message>
    <message>
        <source>Choose another type for the file.</source>
        <translation>फ़ाइल के लिए दूसरा प्रकार चुनें।</translation>
    </message>
    <message>
        <source>Start Ollama again, and try once more: nothing is sent twice.</source>
        <translation>Ollama फिर शुरू करें और दोबारा कोशिश करें: कुछ भी दोबारा नहीं भेजा जाता।</translation>
    </message>
    <message>
        <source>End that program, and start Ollama&apos;s own app.</source>
        <translation>वह प्रोग्राम बंद करें, और Ollama का अपना ऐप शुरू करें।</translation>
    </message>
    <message>
        <source>Close other programs, or export it with a smaller type.</source>
        <translation>दूसरे प्रोग्राम बंद करें, या छोटे प्रकार में निर्यात करें।</translation>
    </message>
    <message>
        <source>Up to 80 letters, digits, dots and dashes will do.</source>
        <translation>80 तक अक्षर, अंक, बिंदु और डैश चलेंगे।</translation>
    </message>
    <message>
        <source>Start Ollama&apos;s app, then try again.</source>
        <translation>Ollama का ऐप शुरू करें, फिर कोशिश करें।</translation>
    </message>
    <message>
        <source>Export the run for Ollama again.</source>
        <translation>Ollama के लिए प्रशिक्षण फिर निर्यात करें।</translation>
    </message>
    <message>
        <source>Export the run first; that can be uploaded.</source>
        <translation>पहले प्रशिक्षण निर्यात करें; वह अपलोड हो सकता है।</translation>
    </message>
    <message>
        <source>Put the original file back; the run then continues from its last checkpoint.</source>
        <translation>मूल फ़ाइल वापस रखें; तब प्रशिक्षण वहीं से चलता है जहाँ आख़िरी बार सहेजा गया।</translation>
    </message>
    <message>
        <source>Choose its model, and give it beside that.</source>
        <translation>इसका मॉडल चुनें, और उसके साथ इसे दें।</translation>
    </message>
    <message>
        <source>Unlock or install one, such as GNOME Keyring or KWallet.</source>
        <translation>कोई खोलें या इंस्टॉल करें, जैसे GNOME Keyring या KWallet।</translation>
    </message>
    <message>
        <source>A network with a login page may be the cause.</source>
        <translation>लॉगिन पेज वाला नेटवर्क इसका कारण हो सकता है।</translation>
    </message>
    <message>
        <source>Check the connection, the proxy and the address of the hub.</source>
        <translation>कनेक्शन, प्रॉक्सी और हब का पता जाँचें।</translation>
    </message>
    <message>
        <source>Check the spelling. A private model needs an access token.</source>
        <translation>वर्तनी जाँचें। निजी मॉडल को एक्सेस टोकन चाहिए।</translation>
    </message>
    <message>
        <source>Make room, choose a smaller file, or another disk.</source>
        <translation>जगह बनाएँ, छोटी फ़ाइल चुनें, या दूसरी डिस्क।</translation>
    </message>
    <message>
        <source>It has none at all.</source>
        <translation>इसके पास एक भी नहीं है।</translation>
    </message>
    <message>
        <source>Its models belong to another user, or lie elsewhere.</source>
        <translation>इसके मॉडल दूसरे उपयोगकर्ता के हैं, या कहीं और हैं।</translation>
    </message>
    <message>
        <source>Delete it, or choose another folder for models.</source>
        <translation>इसे हटाएँ, या मॉडलों के लिए दूसरा फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder for models.</source>
        <translation>इसे कहीं और ले जाएँ, या मॉडलों के लिए दूसरा फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Make one with the role “write” in the settings of your account on the hub.</source>
        <translation>हब पर अपने खाते की सेटिंग में “write” भूमिका वाला एक बनाएँ।</translation>
    </message>
    <message>
        <source>Export it again with a smaller type.</source>
        <translation>छोटे प्रकार में फिर निर्यात करें।</translation>
    </message>
    <message>
        <source>Rows that are kept aside for the test are used for nothing else.</source>
        <translation>परीक्षण के लिए अलग रखी पंक्तियों का और कोई उपयोग नहीं होता।</translation>
    </message>
    <message>
        <source>Give questions, or ask some of the training.</source>
        <translation>प्रश्न दें, या प्रशिक्षण के कुछ प्रश्न पूछें।</translation>
    </message>
    <message>
        <source>A newer driver may help: the card is tested again by itself then.</source>
        <translation>नया ड्राइवर मदद कर सकता है: तब कार्ड अपने आप फिर जाँचा जाता है।</translation>
    </message>
    <message>
        <source>In Ollama&apos;s app turn thinking off for this model.</source>
        <translation>Ollama के ऐप में इस मॉडल के लिए सोचना बंद करें।</translation>
    </message>
    <message>
        <source>F16 rounds least.</source>
        <translation>F16 सबसे कम गोल करता है।</translation>
    </message>
    <message>
        <source>Where the folder is used, give the name of the original checkpoint.</source>
        <translation>जहाँ फ़ोल्डर इस्तेमाल हो, वहाँ मूल मॉडल का नाम दें।</translation>
    </message>
    <message>
        <source>Train it here, or on another computer.</source>
        <translation>इसे यहाँ या किसी दूसरे कंप्यूटर पर ट्रेन करें।</translation>
    </message>
    <message>
        <source>Choose a type for the weights, or leave the samples out.</source>
        <translation>भार का प्रकार चुनें, या नमूने छोड़ दें।</translation>
    </message>
    <message>
        <source>Turn thinking off for it in Ollama, or use LM Studio.</source>
        <translation>Ollama में इसके लिए सोचना बंद करें, या LM Studio का उपयोग करें।</translation>
    </message>
    <message>
        <source>Luthier itself can pass it to Ollama as it is.</source>
        <translation>Luthier ख़ुद इसे Ollama को जैसे का तैसा देता है।</translation>
    </message>
    <message>
        <source>Choose one by its step.</source>
        <translation>चरण से एक चुनें।</translation>
    </message>
    <message>
        <source>Older ones are deleted as training goes on.</source>
        <translation>प्रशिक्षण आगे बढ़ने पर पुराने हटा दिए जाते हैं।</translation>
    </message>
    <message>
        <source>Begin with the model itself to choose it freely.</source>
        <translation>इसे खुलकर चुनने के लिए मॉडल से ही शुरू करें।</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>कोई दूसरी चैट चुनें।</translation>
    </message>
    <message>
        <source>Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and answers, to be asked in other words.</source>
        <translation>टेक्स्ट या दस्तावेज़ दें: .txt, .md, .pdf, .docx, .epub, .html, या इनका फ़ोल्डर; या प्रश्न और उत्तर, जिन्हें दूसरे शब्दों में पूछा जाए।</translation>
    </message>
    <message>
        <source>Take a model of 3 billion parameters or more.</source>
        <translation>3 अरब या अधिक पैरामीटर वाला मॉडल लें।</translation>
    </message>
    <message>
        <source>The run has its checkpoint and can be resumed.</source>
        <translation>प्रशिक्षण का चेकपॉइंट है, और उसे आगे बढ़ाया जा सकता है।</translation>
    </message>
    <message>
        <source>They learn no more by it, and it takes time and memory.</source>
        <translation>इससे वे अधिक नहीं सीखतीं, और समय व मेमोरी लगती है।</translation>
    </message>
    <message>
        <source>A smaller context makes more rows.</source>
        <translation>छोटा संदर्भ अधिक पंक्तियाँ बनाता है।</translation>
    </message>
    <message>
        <source>Begin a new run that starts from what this one has learnt.</source>
        <translation>नया प्रशिक्षण शुरू करें जो इसके सीखे हुए से आगे बढ़े।</translation>
    </message>
    <message>
        <source>Choose a model with a longer context.</source>
        <translation>लंबे संदर्भ वाला मॉडल चुनें।</translation>
    </message>
    <message>
        <source>Say which of them is you.</source>
        <translation>बताएँ कि उनमें से आप कौन हैं।</translation>
    </message>
    <message>
        <source>Move that file away, and make the rows again.</source>
        <translation>उस फ़ाइल को हटाकर पंक्तियाँ फिर से बनाएँ।</translation>
    </message>
    <message>
        <source>Take them out first.</source>
        <translation>पहले इन्हें बाहर निकालें।</translation>
    </message>
    <message>
        <source>Choose a folder that Luthier made for a training.</source>
        <translation>Luthier का प्रशिक्षण के लिए बनाया फ़ोल्डर चुनें।</translation>
    </message>
    <message>
        <source>Resume the run, even a finished one: it is written again.</source>
        <translation>प्रशिक्षण आगे बढ़ाएँ, चाहे पूरा हो चुका हो: यह फिर लिखा जाता है।</translation>
    </message>
    <message>
        <source>Choose another name, or resume the existing run.</source>
        <translation>दूसरा नाम चुनें, या जो प्रशिक्षण है उसे जारी रखें।</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>दूसरे प्रोग्राम बंद करें, या छोटा मॉडल या छोटा संदर्भ चुनें।</translation>
    </message>
    <message>
        <source>Nothing was done, and the next line is read.</source>
        <translation>कुछ नहीं किया गया, और अगली पंक्ति पढ़ी जाती है।</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>मेमोरी</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>टोकन प्रति सेकंड</translation>
    </message>
    <message>
        <source>planned {plan}</source>
        <translation>अनुमानित {plan}</translation>
    </message>
    <message>
        <source>at most {peak}</source>
        <translation>अधिकतम {peak}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>{left} शेष</translation>
    </message>
    <message>
        <source>graphics card {used} of {total}</source>
        <translation>ग्राफ़िक्स कार्ड {total} में से {used}</translation>
    </message>
    <message>
        <source>mean of the run</source>
        <translation>रन का औसत</translation>
    </message>
    <message>
        <source>processor {busy}</source>
        <translation>प्रोसेसर {busy}</translation>
    </message>
    <message>
        <source>mean {mean}</source>
        <translation>औसत {mean}</translation>
    </message>
    <message>
        <source>Slower than before: {now} tokens/s instead of {usual}.</source>
        <translation>पहले से धीमा: {usual} के बजाय {now} टोकन/से.</translation>
    </message>
    <message>
        <source>The computer has {left} of memory left. Close other programs.</source>
        <translation>कंप्यूटर में {left} मेमोरी बची है। दूसरे प्रोग्राम बंद करें।</translation>
    </message>
    <message>
        <source>Training takes more than the {plan} that were planned. The computer has {left} left.</source>
        <translation>प्रशिक्षण अनुमानित {plan} से अधिक ले रहा है। कंप्यूटर में {left} बची है।</translation>
    </message>
    <message>
        <source>Nothing that Luthier can measure explains it.</source>
        <translation>Luthier जो माप सकता है, उससे कारण पता नहीं चलता।</translation>
    </message>
    <message>
        <source>The memory is nearly full, and the system moves some of it to the disk.</source>
        <translation>मेमोरी लगभग भरी है, और सिस्टम उसका कुछ भाग डिस्क पर ले जा रहा है।</translation>
    </message>
    <message>
        <source>Other programs take {taken} of the processor.</source>
        <translation>दूसरे प्रोग्राम प्रोसेसर का {taken} ले रहे हैं।</translation>
    </message>
    <message>
        <source>The processor is at {celsius} °C, and slows down to cool.</source>
        <translation>प्रोसेसर {celsius} °C पर है, और ठंडा होने के लिए धीमा चल रहा है।</translation>
    </message>
    <message>
        <source>The computer runs on its battery, and saves power.</source>
        <translation>कंप्यूटर बैटरी पर चल रहा है और बिजली बचा रहा है।</translation>
    </message>
</context>
</TS>
